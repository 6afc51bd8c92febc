import type { Phrase } from './phrase'

/** What is said of the store's folder, the shared server and files that are written. */
export const stores: readonly Phrase[] = [
  [
    'This backup is damaged: a part of it is missing or is not what was written. Nothing was changed. Choose another one.',
    'Diese Sicherung ist beschädigt: ein Teil fehlt oder ist nicht, was geschrieben wurde. Nichts wurde geändert. Wähle eine andere.',
    'このバックアップは破損しています: 一部がないか、書かれたものと違います。何も変えていません。別のものを選んでください。',
  ],
  [
    'A part of the store is damaged: of {n} rows of {name} only {n2} are there. Nothing was written. Go back to a backup, or read out what can be read.',
    'Ein Teil des Speichers ist beschädigt: von {n} Zeilen in {name} sind nur {n2} da. Nichts wurde geschrieben. Geh zu einer Sicherung zurück, oder lies aus, was lesbar ist.',
    '保存領域の一部が破損しています: {name}の{n}行中{n2}行しかありません。何も書いていません。バックアップに戻るか、読めるものを読み出してください。',
  ],
  ['{table} has {n} rows and not {n2}', '{table} hat {n} Zeilen und nicht {n2}', '{table}は{n2}行ではなく{n}行です'],
  ['the table {table} is missing', 'die Tabelle {table} fehlt', '表{table}がありません'],
  ['the contents of {table} differ', 'der Inhalt von {table} weicht ab', '{table}の内容が異なります'],
  ['the newest message differs', 'die neueste Nachricht weicht ab', '最新のメッセージが異なります'],
  [
    'This backup is not what it was: {why~}. Nothing was changed. Choose another one.',
    'Diese Sicherung ist nicht mehr, was sie war: {why~}. Nichts wurde geändert. Wähle eine andere.',
    'このバックアップは元と異なります: {why~}。何も変えていません。別のものを選んでください。',
  ],
  ['There is no store in {folder}.', 'In {folder} gibt es keinen Speicher.', '{folder}に保存領域がありません。'],
  [
    'The folder {folder} is not empty. Choose a new one: nothing is ever written over.',
    'Der Ordner {folder} ist nicht leer. Wähle einen neuen: nie wird etwas überschrieben.',
    'フォルダー{folder}は空ではありません。上書きはしないため、新しいものを選んでください。',
  ],
  [
    'Nothing of this store can be opened, not even in part: what PostgreSQL needs to begin is damaged. It was left as it is. Go back to a backup: “catchment backups”, then “catchment restore ID”.',
    'Nichts von diesem Speicher lässt sich öffnen, auch nicht teilweise: beschädigt ist, was PostgreSQL zum Beginnen braucht. Er blieb, wie er ist. Geh zu einer Sicherung zurück: „catchment backups“, dann „catchment restore ID“.',
    'この保存領域は一部も開けません: PostgreSQL の起動に必要な部分が破損しています。そのまま残しました。バックアップに戻ってください:「catchment backups」、次に「catchment restore ID」。',
  ],
  ['{table}: {n} rows, {n2} lost', '{table}: {n} Zeilen, {n2} verloren', '{table}: {n}行、{n2}行を喪失'],
  [
    'The store stopped working: {why~}. What was saved is kept; start again.',
    'Der Speicher arbeitet nicht mehr: {why~}. Was gespeichert war, ist erhalten; starte neu.',
    '保存領域が止まりました: {why~}。保存済みのものは残っています。起動し直してください。',
  ],
  ['The store is closed.', 'Der Speicher ist geschlossen.', '保存領域は閉じています。'],
  [
    'The store does not open: its files are damaged. Keep the folder, and go back to a backup, or read out what can be read with “catchment rescue --into FOLDER”.',
    'Der Speicher lässt sich nicht öffnen: seine Dateien sind beschädigt. Behalte den Ordner, und geh zu einer Sicherung zurück, oder lies mit „catchment rescue --into FOLDER“ aus, was lesbar ist.',
    '保存領域を開けません: ファイルが破損しています。フォルダーは残し、バックアップに戻るか、「catchment rescue --into FOLDER」で読めるものを読み出してください。',
  ],
  [
    'The store does not open: its files are damaged, among them {what~}. Nothing was changed. Go back to a backup, or read out what can be read with “catchment rescue --into FOLDER”.',
    'Der Speicher lässt sich nicht öffnen: seine Dateien sind beschädigt, darunter {what~}. Nichts wurde geändert. Geh zu einer Sicherung zurück, oder lies mit „catchment rescue --into FOLDER“ aus, was lesbar ist.',
    '保存領域を開けません: {what~}などのファイルが破損しています。何も変えていません。バックアップに戻るか、「catchment rescue --into FOLDER」で読めるものを読み出してください。',
  ],
  ['its log of what was stored last', 'das Protokoll des zuletzt Gespeicherten', '最後の保存の記録'],
  [
    'This store lies in memory.',
    'Dieser Speicher liegt nur im Arbeitsspeicher.',
    'この保存領域はメモリ上だけにあります。',
  ],
  [
    'Another program changed the same thing at the same time. Try again.',
    'Ein anderes Programm hat dasselbe zur selben Zeit geändert. Versuch es noch einmal.',
    '別のプログラムが同時に同じものを変えました。もう一度試してください。',
  ],
  [
    'A part of the store is damaged and cannot be read; nothing was written. Go back to a backup, or read out what can be read with “catchment rescue --into FOLDER”.',
    'Ein Teil des Speichers ist beschädigt und nicht lesbar; nichts wurde geschrieben. Geh zu einer Sicherung zurück, oder lies mit „catchment rescue --into FOLDER“ aus, was lesbar ist.',
    '保存領域の一部が破損して読めません。何も書いていません。バックアップに戻るか、「catchment rescue --into FOLDER」で読めるものを読み出してください。',
  ],
  [
    'The disk is full. Nothing that was saved is lost; free some space and try again.',
    'Die Festplatte ist voll. Nichts Gespeichertes ist verloren; schaff Platz und versuch es noch einmal.',
    'ディスクがいっぱいです。保存済みのものは失われていません。空きを作って、もう一度試してください。',
  ],
  [
    'The folder of the store may not be read and written by this user, or its disk is read-only. Nothing was changed. Give yourself the right to it, or choose another folder.',
    'Der Ordner des Speichers darf von diesem Benutzer nicht gelesen und beschrieben werden, oder die Festplatte ist schreibgeschützt. Nichts wurde geändert. Gib dir das Recht dazu, oder wähle einen anderen Ordner.',
    'このユーザーには保存フォルダーの読み書きができないか、ディスクが読み取り専用です。何も変えていません。権限を与えるか、別のフォルダーを選んでください。',
  ],
  [
    '{path} may not be read and written by this user, or its disk is read-only. Nothing was changed. Give yourself the right to it, or choose another folder.',
    '{path} darf von diesem Benutzer nicht gelesen und beschrieben werden, oder die Festplatte ist schreibgeschützt. Nichts wurde geändert. Gib dir das Recht dazu, oder wähle einen anderen Ordner.',
    'このユーザーには{path}の読み書きができないか、ディスクが読み取り専用です。何も変えていません。権限を与えるか、別のフォルダーを選んでください。',
  ],
  [
    'The folder of the store was moved, renamed or unplugged while it was open. What was saved is in it; put it back, then start again.',
    'Der Ordner des Speichers wurde verschoben, umbenannt oder abgezogen, während er offen war. Was gespeichert war, liegt darin; bring ihn zurück, dann starte neu.',
    '開いている間に保存フォルダーが移動、改名、または取り外されました。保存済みのものはその中にあります。戻してから起動し直してください。',
  ],
  [
    'The files of the store cannot be read or written ({code}). Look whether the disk is well, then try again.',
    'Die Dateien des Speichers lassen sich nicht lesen oder schreiben ({code}). Sieh nach, ob die Festplatte in Ordnung ist, dann versuch es noch einmal.',
    '保存ファイルを読み書きできません({code})。ディスクを確認して、もう一度試してください。',
  ],
  [
    'The folder {folder} holds something else ({what}) and was left untouched. Choose an empty folder or a Catchment store.',
    'Der Ordner {folder} enthält etwas anderes ({what}) und blieb unberührt. Wähle einen leeren Ordner oder einen Speicher von Catchment.',
    'フォルダー{folder}には別のもの({what})があり、触れていません。空のフォルダーか Catchment の保存領域を選んでください。',
  ],
  [
    'This store was written by a newer Catchment and was left untouched. Update the app to open it.',
    'Diesen Speicher schrieb ein neueres Catchment; er blieb unberührt. Bring die App auf den neuen Stand, um ihn zu öffnen.',
    'この保存領域は新しい Catchment のもので、触れていません。アプリを更新して開いてください。',
  ],
  [
    'This store was made with PostgreSQL {made}, and this Catchment works with {n}. It was left untouched; open it with the version that made it.',
    'Dieser Speicher entstand mit PostgreSQL {made}, und dieses Catchment arbeitet mit {n}. Er blieb unberührt; öffne ihn mit der Version, die ihn gemacht hat.',
    'この保存領域は PostgreSQL {made}で作られ、この Catchment は {n} で動きます。触れていません。作成したバージョンで開いてください。',
  ],
  [
    'The store in {folder} has lost its database (db/). Nothing was changed. Put that folder back, or a copy of the store.',
    'Dem Speicher in {folder} fehlt seine Datenbank (db/). Nichts wurde geändert. Leg diesen Ordner zurück, oder eine Kopie des Speichers.',
    '{folder}の保存領域にデータベース(db/)がありません。何も変えていません。そのフォルダーか保存領域のコピーを戻してください。',
  ],
  [
    'The file {file} in {folder} cannot be read. Nothing was changed. Put back a copy of it.',
    'Die Datei {file} in {folder} lässt sich nicht lesen. Nichts wurde geändert. Leg eine Kopie davon zurück.',
    '{folder}のファイル{file}を読めません。何も変えていません。コピーを戻してください。',
  ],
  [
    'The store is busy: another program keeps taking its lock. Try again in a moment.',
    'Der Speicher ist belegt: ein anderes Programm nimmt immer wieder seine Sperre. Versuch es gleich noch einmal.',
    '保存領域は使用中です: 別のプログラムがロックを取り続けています。少し後で試してください。',
  ],
  [
    "The store is in use by {program} (process {n}). Close it first, then try again. If that process is another program, delete {file} in the store's folder.",
    'Der Speicher wird von {program} benutzt (Prozess {n}). Schließe es zuerst, dann versuch es noch einmal. Ist dieser Prozess ein anderes Programm, lösche {file} im Ordner des Speichers.',
    '保存領域は{program}(プロセス {n})が使用中です。閉じてから、もう一度試してください。そのプロセスが別のプログラムなら、保存フォルダーの{file}を削除してください。',
  ],
  [
    'The store is in use by {program} (process {n}). Close it first, then try again.',
    'Der Speicher wird von {program} benutzt (Prozess {n}). Schließe es zuerst, dann versuch es noch einmal.',
    '保存領域は{program}(プロセス {n})が使用中です。閉じてから、もう一度試してください。',
  ],
  [
    'The store is in use by {program} (process {n}). Close it first, then try again.{more}',
    'Der Speicher wird von {program} benutzt (Prozess {n}). Schließe es zuerst, dann versuch es noch einmal.{more}',
    '保存領域は{program}(プロセス {n})が使用中です。閉じてから、もう一度試してください。{more}',
  ],
  [
    "The store is in use by {program} on {host} (process {n}). If that computer no longer runs it, delete {file} in the store's folder.",
    'Der Speicher wird von {program} auf {host} benutzt (Prozess {n}). Läuft es dort nicht mehr, lösche {file} im Ordner des Speichers.',
    '保存領域は{host}の{program}(プロセス {n})が使用中です。もう動いていなければ、保存フォルダーの{file}を削除してください。',
  ],
  [
    'This store was changed by a newer Catchment ({name}) and was left untouched. Update the app to open it.',
    'Diesen Speicher hat ein neueres Catchment geändert ({name}); er blieb unberührt. Bring die App auf den neuen Stand, um ihn zu öffnen.',
    'この保存領域は新しい Catchment が変更したもの({name})で、触れていません。アプリを更新して開いてください。',
  ],
  [
    'The migration {name} is not the one this store was made with. Nothing was changed; reinstall the app.',
    'Die Umstellung {name} ist nicht die, mit der dieser Speicher entstand. Nichts wurde geändert; installiere die App neu.',
    '移行{name}は、この保存領域を作ったときのものと違います。何も変えていません。アプリを入れ直してください。',
  ],
  [
    'The migration {name} is older than {newest}, which was applied already.',
    'Die Umstellung {name} ist älter als {newest}, die schon angewandt ist.',
    '移行{name}は、適用済みの{newest}より古いものです。',
  ],
  [
    'There are messages in this profile already. Nothing was changed.',
    'In diesem Profil gibt es schon Nachrichten. Nichts wurde geändert.',
    'このプロファイルにはすでにメッセージがあります。何も変えていません。',
  ],
  [
    'The archive holds a table “{name}” that is not known here.',
    'Das Archiv enthält eine hier unbekannte Tabelle „{name}“.',
    '一括保存ファイルに、ここで扱えない表「{name}」があります。',
  ],
  [
    'This store is not a folder of this computer: its backups are made where it lies.',
    'Dieser Speicher ist kein Ordner dieses Computers: seine Sicherungen entstehen dort, wo er liegt.',
    'この保存領域はこのコンピューターのフォルダーではありません。バックアップは置かれた場所で作られます。',
  ],

  // a shared server
  [
    'the database “{name}” on this computer',
    'der Datenbank „{name}“ auf diesem Computer',
    'このコンピューターのデータベース「{name}」',
  ],
  ['the database “{name}” on {place}', 'der Datenbank „{name}“ auf {place}', '{place}のデータベース「{name}」'],
  [
    "{host} is another computer, and CATCHMENT_DATABASE_URL does not ask for a verified connection: everybody in between could read along, or be taken for the server. Add sslmode=verify-full to it (and sslrootcert= with the file of the keeper's own root certificate, if it has one).",
    '{host} ist ein anderer Computer, und CATCHMENT_DATABASE_URL verlangt keine geprüfte Verbindung: wer dazwischen ist, könnte mitlesen oder sich als der Server ausgeben. Füge sslmode=verify-full hinzu (und sslrootcert= mit dem eigenen Wurzelzertifikat des Servers, falls er eines hat).',
    '{host}は別のコンピューターで、CATCHMENT_DATABASE_URL は検証済みの接続を求めていません。途中で読まれたり、なりすまされたりするおそれがあります。sslmode=verify-full を加えてください(独自のルート証明書があれば sslrootcert=も)。',
  ],
  [
    'CATCHMENT_DATABASE_URL names a certificate that cannot be read: {path}.',
    'CATCHMENT_DATABASE_URL nennt ein Zertifikat, das sich nicht lesen lässt: {path}.',
    'CATCHMENT_DATABASE_URL の証明書を読めません: {path}。',
  ],
  [
    'CATCHMENT_DATABASE_URL is not the address of a PostgreSQL server. Write it like postgres://ann@db.example.org/catchment.',
    'CATCHMENT_DATABASE_URL ist nicht die Adresse eines PostgreSQL-Servers. Schreib sie wie postgres://ann@db.example.org/catchment.',
    'CATCHMENT_DATABASE_URL は PostgreSQL サーバーのアドレスではありません。postgres://ann@db.example.org/catchment のように書いてください。',
  ],
  [
    'The connection to {words~} broke. What was saved is kept there. Try again; Catchment connects anew by itself when the server is back.',
    'Die Verbindung zu {words~} brach ab. Was gespeichert war, ist dort erhalten. Versuch es noch einmal; Catchment verbindet sich von selbst neu, wenn der Server wieder da ist.',
    '{words~}への接続が切れました。保存済みのものはそこに残っています。もう一度試してください。サーバーが戻れば自動で再接続します。',
  ],
  [
    "{words} is held up by {who}. Nothing was changed. Try again; if it lasts, the server's keeper can end that process.",
    '{words} wird von {who} aufgehalten. Nichts wurde geändert. Versuch es noch einmal; wenn es andauert, kann, wer den Server betreut, diesen Prozess beenden.',
    '{words} は{who}に待たされています。何も変えていません。もう一度試してください。続く場合はサーバー管理者がそのプロセスを終了できます。',
  ],
  [
    'Between here and {words~} stands a connection pooler (PgBouncer or the like), which shares sessions among programs. Catchment keeps one session of its own for each program and needs it: give it the address of the server itself. Ten programs are ten connections.',
    'Zwischen hier und {words~} steht ein Verbindungs-Pooler (PgBouncer oder ähnliches), der Sitzungen unter Programmen teilt. Catchment braucht für jedes Programm eine eigene Sitzung: gib die Adresse des Servers selbst an. Zehn Programme sind zehn Verbindungen.',
    '{words~}との間に接続プーラー(PgBouncer など)があり、セッションを共有しています。Catchment はプログラムごとに専用のセッションが必要です。サーバー自体のアドレスを指定してください。',
  ],
  [
    'The server refuses the connection to {words~}: {why~}.',
    'Der Server lehnt die Verbindung zu {words~} ab: {why~}.',
    'サーバーが{words~}への接続を拒否しました: {why~}。',
  ],
  ['the password is wrong', 'das Passwort ist falsch', 'パスワードが違います'],
  ['it does not let this role in', 'er lässt diese Rolle nicht herein', 'この役割は許可されていません'],
  ['there is no such database', 'diese Datenbank gibt es nicht', 'そのデータベースはありません'],
  ['it has no connection left to give', 'er hat keine Verbindung mehr frei', '空いている接続がありません'],
  ['it is starting or shutting down', 'er startet gerade oder fährt herunter', '起動中か終了中です'],
  ['this role may not connect', 'diese Rolle darf sich nicht verbinden', 'この役割は接続できません'],
  [
    'The server of {words~} cannot be reached ({code}). Nothing is lost; look whether it runs and the address is right, then try again.',
    'Der Server von {words~} ist nicht erreichbar ({code}). Nichts ist verloren; sieh nach, ob er läuft und die Adresse stimmt, dann versuch es noch einmal.',
    '{words~}のサーバーに届きません({code})。失われたものはありません。動いているか、アドレスが正しいか確かめて、もう一度試してください。',
  ],
  ['No connection to {words~}: {why}.', 'Keine Verbindung zu {words~}: {why}.', '{words~}に接続できません: {why}。'],
  [
    'The server of {words~} speaks no TLS, so nothing is sent to it. Its keeper turns it on (ssl = on, with a certificate); docs/sharing.md says how.',
    'Der Server von {words~} spricht kein TLS, darum wird ihm nichts gesendet. Wer ihn betreut, schaltet es ein (ssl = on, mit einem Zertifikat); docs/sharing.md sagt wie.',
    '{words~}のサーバーは TLS に対応しないため、何も送りません。管理者が有効にします(ssl = on と証明書)。docs/sharing.md を参照してください。',
  ],
  [
    "The certificate of {words~} cannot be verified ({code}). If it was made by the keeper, add &sslrootcert= with the file of the keeper's root certificate; if it names another host, write the address as the certificate does.",
    'Das Zertifikat von {words~} lässt sich nicht prüfen ({code}). Ist es selbst gemacht, füge &sslrootcert= mit der Datei des Wurzelzertifikats hinzu; nennt es einen anderen Namen, schreib die Adresse wie das Zertifikat.',
    '{words~}の証明書を検証できません({code})。管理者の自作なら &sslrootcert= にルート証明書を指定し、別のホスト名なら証明書どおりのアドレスを書いてください。',
  ],
  [
    'The server of {words~} is PostgreSQL {n}; Catchment needs {n2} or newer. Nothing was changed.',
    'Der Server von {words~} ist PostgreSQL {n}; Catchment braucht {n2} oder neuer. Nichts wurde geändert.',
    '{words~}のサーバーは PostgreSQL {n} ですが、{n2}以降が必要です。何も変えていません。',
  ],
  [
    'The server of {words~} has no pgvector. Install the extension there (the package is often called {package}), then try again.',
    'Der Server von {words~} hat kein pgvector. Installiere die Erweiterung dort (das Paket heißt oft {package}), dann versuch es noch einmal.',
    '{words~}のサーバーに pgvector がありません。拡張(パッケージ名は多くの場合{package})を入れてから、もう一度試してください。',
  ],
  [
    "The role “{role}” is not bound by row-level security on {words~}, so it would see everybody's messages. Log in with a role of your own.",
    'Die Rolle „{role}“ ist an die Zeilensicherheit von {words~} nicht gebunden und sähe die Nachrichten aller. Melde dich mit einer eigenen Rolle an.',
    '役割「{role}」は{words~}の行単位の制限を受けず、全員のメッセージが見えてしまいます。自分の役割で接続してください。',
  ],
  [
    'The role “{role}” may not use the Catchment store in {words~}. Its keeper runs once: {sql}',
    'Die Rolle „{role}“ darf den Speicher von Catchment in {words~} nicht benutzen. Wer ihn betreut, führt einmal aus: {sql}',
    '役割「{role}」は{words~}の保存領域を使えません。管理者が一度実行します: {sql}',
  ],
  [
    'There is no Catchment store in {words~} yet. Its keeper opens it once as a superuser, which makes it.',
    'In {words~} gibt es noch keinen Speicher von Catchment. Wer den Server betreut, öffnet ihn einmal als Superuser; dabei entsteht er.',
    '{words~}にはまだ保存領域がありません。管理者が一度スーパーユーザーとして開くと作られます。',
  ],
  [
    'The store in {words~} was made by an older Catchment. Its keeper opens it once with this version as a superuser, which brings it up to date.',
    'Den Speicher in {words~} hat ein älteres Catchment gemacht. Wer den Server betreut, öffnet ihn einmal mit dieser Version als Superuser; dabei kommt er auf den neuen Stand.',
    '{words~}の保存領域は古い Catchment のものです。管理者がこのバージョンで一度スーパーユーザーとして開くと更新されます。',
  ],

  // writing a file
  [
    'The disk is full, and the export was not written. Free some space and try again.',
    'Die Festplatte ist voll, und der Export wurde nicht geschrieben. Schaff Platz und versuch es noch einmal.',
    'ディスクがいっぱいで、書き出せませんでした。空きを作って、もう一度試してください。',
  ],
  [
    '{file} may not be written by this user, or its disk is read-only. Choose another place.',
    '{file} darf von diesem Benutzer nicht geschrieben werden, oder die Festplatte ist schreibgeschützt. Wähle einen anderen Ort.',
    'このユーザーは{file}に書けないか、ディスクが読み取り専用です。別の場所を選んでください。',
  ],
  [
    'The export could not be written there ({code}). Choose another place.',
    'Der Export ließ sich dort nicht schreiben ({code}). Wähle einen anderen Ort.',
    'そこには書き出せませんでした({code})。別の場所を選んでください。',
  ],
]
