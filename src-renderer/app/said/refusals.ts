import type { Phrase } from './phrase'

/** Refusals, notices and the titles of long work, of all rooms but models, store and transfer. */
export const refusals: readonly Phrase[] = [
  // requests
  [
    'The window asked for something this version does not know.',
    'Das Fenster hat nach etwas gefragt, das diese Version nicht kennt.',
    'ウィンドウがこのバージョンの知らないことを求めました。',
  ],
  [
    'That request was not understood: {what}.',
    'Diese Anfrage wurde nicht verstanden: {what}.',
    'リクエストを理解できませんでした: {what}。',
  ],
  [
    'Something went wrong on our side. Nothing you saved is lost; the details are in the log.',
    'Bei uns ist etwas schiefgegangen. Nichts Gespeichertes ist verloren; Näheres steht im Protokoll.',
    'アプリ側で問題が起きました。保存したものは失われていません。詳細はログにあります。',
  ],
  [
    'Something in Catchment went wrong; the log says more.',
    'In Catchment ist etwas schiefgegangen; im Protokoll steht mehr.',
    'Catchment で問題が起きました。詳細はログにあります。',
  ],
  [
    'Only the Catchment window may ask.',
    'Nur das Fenster von Catchment darf fragen.',
    'Catchment のウィンドウだけが要求できます。',
  ],
  [
    'That is no file on this computer.',
    'Das ist keine Datei auf diesem Computer.',
    'このコンピューターのファイルではありません。',
  ],
  [
    'Catchment could not start: {why~}',
    'Catchment konnte nicht starten: {why~}',
    'Catchment を起動できませんでした: {why~}',
  ],
  [
    'What filing knows could not be read. Nothing you saved is lost; the details are in the log. Start Catchment again.',
    'Was die Ablage weiß, ließ sich nicht lesen. Nichts Gespeichertes ist verloren; Näheres steht im Protokoll. Starte Catchment neu.',
    '整理の情報を読めませんでした。保存したものは失われていません。詳細はログにあります。Catchment を起動し直してください。',
  ],
  [
    'The store could not be brought back. Nothing was deleted.',
    'Der Speicher ließ sich nicht zurückholen. Nichts wurde gelöscht.',
    '保存領域を戻せませんでした。何も削除していません。',
  ],
  ['That is no backup.', 'Das ist keine Sicherung.', 'それはバックアップではありません。'],
  [
    'Nothing of this store could be read out: the program that tried was ended by it. The store was left as it is. Go back to a backup.',
    'Aus diesem Speicher ließ sich nichts auslesen: das Programm, das es versuchte, wurde dabei beendet. Der Speicher blieb, wie er ist. Geh zu einer Sicherung zurück.',
    'この保存領域からは何も読み出せず、試みたプログラムが終了しました。保存領域はそのままです。バックアップに戻ってください。',
  ],
  [
    'Filing knows no numbers for the embedding model {model}. Choose another one in Settings.',
    'Die Ablage kennt keine Zahlen für das Einbettungsmodell {model}. Wähle in den Einstellungen ein anderes.',
    '埋め込みモデル{model}の値がありません。設定で別のモデルを選んでください。',
  ],

  // not found
  ['There is no such message.', 'Diese Nachricht gibt es nicht.', 'そのメッセージはありません。'],
  ['There are no such messages.', 'Diese Nachrichten gibt es nicht.', 'それらのメッセージはありません。'],
  [
    'There is no such message of yours.',
    'Diese Nachricht von dir gibt es nicht.',
    'あなたのそのメッセージはありません。',
  ],
  ['There is no such segment.', 'Diesen Abschnitt gibt es nicht.', 'そのセグメントはありません。'],
  ['There is no segment “{id}”.', 'Den Abschnitt „{id}“ gibt es nicht.', 'セグメント「{id}」はありません。'],
  ['There is no {entity} {id}.', 'Das gibt es nicht mehr: {entity} {id}.', 'これはもうありません: {entity} {id}。'],
  ['There is no such memory.', 'Diese Erinnerung gibt es nicht.', 'その記憶はありません。'],
  ['There is no such task.', 'Diese Aufgabe gibt es nicht.', 'そのタスクはありません。'],
  ['There is no such task of yours.', 'Diese Aufgabe von dir gibt es nicht.', 'あなたのそのタスクはありません。'],
  ['There is no such branch.', 'Diesen Zweig gibt es nicht.', 'その分岐はありません。'],
  [
    'There is no such profile in this store.',
    'Dieses Profil gibt es in diesem Speicher nicht.',
    'この保存領域にそのプロファイルはありません。',
  ],
  ['There is no such work under way.', 'Diese Arbeit läuft nicht.', 'その作業は実行されていません。'],
  ['There is no such entry in the log.', 'Diesen Eintrag gibt es im Protokoll nicht.', 'その項目は履歴にありません。'],
  ['There is no such tag.', 'Dieses Kennzeichen gibt es nicht.', 'そのタグはありません。'],
  ['There is no such endpoint.', 'Diesen Server gibt es nicht.', 'そのサーバーはありません。'],
  [
    'There is no such message in a segment.',
    'Diese Nachricht liegt in keinem Abschnitt.',
    'そのメッセージはどのセグメントにもありません。',
  ],
  ['There is no bucket “{title}”.', 'Das Thema „{title}“ gibt es nicht.', 'トピック「{title}」はありません。'],
  ['There is nothing of it any more.', 'Davon ist nichts mehr da.', 'もう何も残っていません。'],
  ['There is no file of this export.', 'Zu diesem Export gibt es keine Datei.', '書き出したファイルがありません。'],
  ['That suggestion is no longer open.', 'Dieser Vorschlag ist nicht mehr offen.', 'その提案はもうありません。'],

  // buckets
  [
    '“{title}” could be {ids}. Write the id.',
    '„{title}“ könnte {ids} sein. Schreib die Kennung.',
    '「{title}」は {ids} のどれでもありえます。ID を書いてください。',
  ],
  [
    '“{title}” could be several buckets. Write the id.',
    '„{title}“ könnte mehrere Themen meinen. Schreib die Kennung.',
    '「{title}」に当たるトピックが複数あります。ID を書いてください。',
  ],
  [
    '“{title}” holds filed-away one-offs; nothing else goes into it.',
    '„{title}“ enthält abgelegtes Einmaliges; sonst kommt nichts hinein.',
    '「{title}」は片付けた単発用で、ほかのものは入りません。',
  ],
  [
    '“{title}” holds filed-away one-offs and stays archived.',
    '„{title}“ enthält abgelegtes Einmaliges und bleibt archiviert.',
    '「{title}」は片付けた単発用で、アーカイブのままです。',
  ],
  [
    '“{title}” holds filed-away one-offs and stays.',
    '„{title}“ enthält abgelegtes Einmaliges und bleibt.',
    '「{title}」は片付けた単発用で、そのまま残ります。',
  ],
  [
    '“{title}” was named by a person and keeps its name.',
    '„{title}“ wurde von einem Menschen benannt und behält den Namen.',
    '「{title}」は人が名付けたので、名前は変わりません。',
  ],
  ['That is what “{title}” is called already.', 'So heißt „{title}“ schon.', '「{title}」はすでにその名前です。'],
  ['“{title}” is pinned already.', '„{title}“ ist schon angeheftet.', '「{title}」はすでにピン留めされています。'],
  ['“{title}” is not pinned already.', '„{title}“ ist nicht angeheftet.', '「{title}」はピン留めされていません。'],
  [
    '“{title}” is pinned and stays.',
    '„{title}“ ist angeheftet und bleibt.',
    '「{title}」はピン留めされているので残ります。',
  ],
  ['“{title}” is archived already.', '„{title}“ ist schon archiviert.', '「{title}」はすでにアーカイブされています。'],
  ['“{title}” is active already.', '„{title}“ ist schon aktiv.', '「{title}」はすでにアクティブです。'],
  [
    '“{title}” cannot be made into a bucket.',
    'Aus „{title}“ lässt sich kein Thema machen.',
    '「{title}」はトピックにできません。',
  ],
  [
    'A bucket cannot be merged with itself.',
    'Ein Thema lässt sich nicht mit sich selbst zusammenführen.',
    'トピックを自分自身と統合することはできません。',
  ],
  [
    'A bucket cannot be moved into itself.',
    'Ein Thema lässt sich nicht in sich selbst verschieben.',
    'トピックを自分自身に移すことはできません。',
  ],
  [
    '“{title}” was pinned or shaped by a person and stays.',
    '„{title}“ wurde von einem Menschen angeheftet oder geformt und bleibt.',
    '「{title}」は人がピン留めまたは変更したので残ります。',
  ],
  [
    '“{title}” was pinned or shaped by a person and stays whole.',
    '„{title}“ wurde von einem Menschen angeheftet oder geformt und bleibt ganz.',
    '「{title}」は人がピン留めまたは変更したので分割されません。',
  ],
  [
    'The two sides of a split must differ.',
    'Die beiden Seiten einer Teilung müssen sich unterscheiden.',
    '分割後の2つは異なる名前にしてください。',
  ],
  [
    '“{title}” does not divide: one side would be empty.',
    '„{title}“ lässt sich nicht teilen: eine Seite wäre leer.',
    '「{title}」は分割できません: 片方が空になります。',
  ],
  ['It lies in “{title}” already.', 'Es liegt schon in „{title}“.', 'すでに「{title}」にあります。'],
  [
    'Unknown, or older than the newest {n} messages.',
    'Unbekannt oder älter als die neuesten {n} Nachrichten.',
    '不明か、最新{n}件より古いものです。',
  ],

  ['{title}: {n} messages.', '{title}: {n} Nachrichten.', '{title}: メッセージ{n}件。'],
  ['{title}: 1 message.', '{title}: 1 Nachricht.', '{title}: メッセージ1件。'],

  // commands
  [
    'There is no command “{name}”. Commands: {names}.',
    'Den Befehl „{name}“ gibt es nicht. Befehle: {names}.',
    'コマンド「{name}」はありません。コマンド: {names}。',
  ],
  ['Write it as: {usage}', 'Schreib es so: {usage}', '書き方: {usage}'],

  // conversation
  [
    '{model} kept searching and gave no answer. Try again.',
    '{model} hat immer weiter gesucht und keine Antwort gegeben. Versuch es noch einmal.',
    '{model}は検索を続け、答えませんでした。もう一度試してください。',
  ],
  [
    '{model} went on without an end and gave no answer. Try again.',
    '{model} hat ohne Ende weitergemacht und keine Antwort gegeben. Versuch es noch einmal.',
    '{model}は終わりなく続き、答えませんでした。もう一度試してください。',
  ],
  ['That version is shown already.', 'Diese Fassung wird schon gezeigt.', 'その版はすでに表示されています。'],
  [
    'That reply is not being written any more.',
    'Diese Antwort wird nicht mehr geschrieben.',
    'その返信はもう書かれていません。',
  ],
  ['Catchment is closing.', 'Catchment wird gerade beendet.', 'Catchment を終了しています。'],
  ['The app is ending.', 'Die App wird gerade beendet.', 'アプリを終了しています。'],
  [
    'A reply is still being written. Stop it first, or wait.',
    'Eine Antwort wird noch geschrieben. Halte sie erst an, oder warte.',
    '返信を書いている途中です。止めるか、待ってください。',
  ],
  [
    'A reply is still being written. Wait for it, or stop it first.',
    'Eine Antwort wird noch geschrieben. Warte darauf, oder halte sie erst an.',
    '返信を書いている途中です。待つか、止めてください。',
  ],
  [
    'A reply is under way. Erase when it has ended.',
    'Eine Antwort wird gerade geschrieben. Lösche, wenn sie fertig ist.',
    '返信を書いています。終わってから消去してください。',
  ],
  [
    'The reply could not be written. Your message is kept; try again.',
    'Die Antwort konnte nicht geschrieben werden. Deine Nachricht ist erhalten; versuch es noch einmal.',
    '返信を書けませんでした。メッセージは残っています。もう一度試してください。',
  ],
  ['The reply broke off.', 'Die Antwort brach ab.', '返信が途中で切れました。'],
  [
    'The reply was ended at {n} characters and is kept as far as it came. The limit is among the settings of filing.',
    'Die Antwort wurde nach {n} Zeichen beendet und ist so weit erhalten. Die Grenze steht bei den Einstellungen der Ablage.',
    '返信を{n}文字で終え、そこまでを残しました。上限は「整理」の設定にあります。',
  ],
  [
    'A passing chat needs a chat model. Choose one in the settings.',
    'Ein flüchtiges Gespräch braucht ein Chat-Modell. Wähle eines in den Einstellungen.',
    '残さない会話にはチャットモデルが必要です。設定で選んでください。',
  ],
  [
    'There is nothing to answer again.',
    'Es gibt nichts noch einmal zu beantworten.',
    'もう一度答えるものがありません。',
  ],
  [
    'There is no chat model. Choose one in Settings.',
    'Es gibt kein Chat-Modell. Wähle eines in den Einstellungen.',
    'チャットモデルがありません。設定で選んでください。',
  ],
  [
    'This task has no bucket. Choose one.',
    'Diese Aufgabe hat kein Thema. Wähle eines.',
    'このタスクにはトピックがありません。選んでください。',
  ],
  ['{model} answered nothing.', '{model} hat nichts geantwortet.', '{model}は何も答えませんでした。'],
  ['Task “{name}”', 'Aufgabe „{name}“', 'タスク「{name}」'],

  // attachments
  [
    '“{file}” is not there any more. Take it off the message and attach it again.',
    '„{file}“ ist nicht mehr da. Nimm es von der Nachricht und hänge es neu an.',
    '「{file}」がなくなりました。メッセージから外し、添付し直してください。',
  ],
  [
    'This file is not on this computer.',
    'Diese Datei ist nicht auf diesem Computer.',
    'このファイルはこのコンピューターにありません。',
  ],
  [
    '“{file}” is neither an image nor a PDF that can be read.',
    '„{file}“ ist weder ein Bild noch ein lesbares PDF.',
    '「{file}」は画像でも読める PDF でもありません。',
  ],

  // profiles
  [
    'Nothing was deleted: that is not the name “{name}”.',
    'Nichts wurde gelöscht: das ist nicht der Name „{name}“.',
    '何も削除していません: 名前「{name}」と一致しません。',
  ],
  [
    'There is a profile “{name}” already.',
    'Ein Profil „{name}“ gibt es schon.',
    'プロファイル「{name}」はすでにあります。',
  ],
  [
    'The last profile cannot be deleted.',
    'Das letzte Profil lässt sich nicht löschen.',
    '最後のプロファイルは削除できません。',
  ],
  [
    'On this server everybody has one profile, that of their role. Profiles are made and deleted by the server’s keeper.',
    'Auf diesem Server hat jeder ein Profil, das seiner Rolle. Profile legt an und löscht, wer den Server betreut.',
    'このサーバーでは一人に一つ、役割ごとのプロファイルがあります。作成と削除はサーバー管理者が行います。',
  ],
  [
    "On this server everybody has one profile, that of their role; you are “{role}”. Profiles are made and deleted by the server's keeper.",
    'Auf diesem Server hat jeder ein Profil, das seiner Rolle; du bist „{role}“. Profile legt an und löscht, wer den Server betreut.',
    'このサーバーでは一人に一つ、役割ごとのプロファイルがあり、あなたは「{role}」です。作成と削除はサーバー管理者が行います。',
  ],
  [
    "Backups of {server~} are kept by the server's keeper and hold this profile until they drop it.",
    'Sicherungen von {server~} bewahrt auf, wer den Server betreut; sie enthalten dieses Profil, bis sie verfallen.',
    '{server~}のバックアップはサーバー管理者が保管し、期限までこのプロファイルを含みます。',
  ],
  [
    'There is no backup that holds it, but for what you copied elsewhere yourself.',
    'Keine Sicherung enthält es, außer dem, was du selbst woandershin kopiert hast.',
    '自分で別の場所に写したものを除き、これを含むバックアップはありません。',
  ],
  [
    'Backups made until today still hold it; the last of them is dropped by {when} at the latest. A backup you copied elsewhere stays until you delete it.',
    'Sicherungen bis heute enthalten es noch; die letzte davon verfällt spätestens am {when}. Eine Sicherung, die du woandershin kopiert hast, bleibt, bis du sie löschst.',
    '今日までのバックアップにはまだ含まれ、最後のものは遅くとも{when}に破棄されます。別の場所に写したバックアップは削除するまで残ります。',
  ],

  // backups
  [
    'The backups in {places} could not be reached, and hold it until that folder is there again.',
    'Die Sicherungen in {places} waren nicht zu erreichen und enthalten es, bis dieser Ordner wieder da ist.',
    '{places}のバックアップには届きませんでした。そのフォルダーが戻るまで、そこには残ります。',
  ],
  [
    'The backup does not open: {why~}.',
    'Die Sicherung lässt sich nicht öffnen: {why~}.',
    'バックアップを開けません: {why~}。',
  ],
  ['The backup does not open.', 'Die Sicherung lässt sich nicht öffnen.', 'バックアップを開けません。'],
  ['The backup does not open{why}.', 'Die Sicherung lässt sich nicht öffnen{why}.', 'バックアップを開けません{why}。'],
  [
    'This copy is behind a passphrase. Give the passphrase to open it.',
    'Diese Kopie ist hinter einer Passphrase. Gib sie ein, um sie zu öffnen.',
    'このコピーはパスフレーズで保護されています。入力して開いてください。',
  ],
  [
    'This file is behind a passphrase. Give the passphrase to open it.',
    'Diese Datei ist hinter einer Passphrase. Gib sie ein, um sie zu öffnen.',
    'このファイルはパスフレーズで保護されています。入力して開いてください。',
  ],
  ['The backup {id} is here already.', 'Die Sicherung {id} ist schon hier.', 'バックアップ{id}はすでにあります。'],
  [
    'The copy is damaged or cut off. Nothing was taken in; use another one.',
    'Die Kopie ist beschädigt oder abgeschnitten. Nichts wurde übernommen; nimm eine andere.',
    'コピーが破損しているか途切れています。何も取り込んでいません。別のものを使ってください。',
  ],
  [
    'This file is no copy of a backup of Catchment.',
    'Diese Datei ist keine Kopie einer Sicherung von Catchment.',
    'このファイルは Catchment のバックアップのコピーではありません。',
  ],
  [
    'Backups of {server~} are made by the server’s keeper.',
    'Sicherungen von {server~} macht, wer den Server betreut.',
    '{server~}のバックアップはサーバー管理者が作成します。',
  ],
  [
    'The backup was made and does not count: {why~}. The ones before it are kept.',
    'Die Sicherung wurde gemacht und zählt nicht: {why~}. Die früheren bleiben.',
    'バックアップは作成されましたが、有効ではありません: {why~}。以前のものは残っています。',
  ],
  [
    'This copy is not what it was: {why~}. It was not taken in.',
    'Diese Kopie ist nicht mehr, was sie war: {why~}. Sie wurde nicht übernommen.',
    'このコピーは元と異なります: {why~}。取り込んでいません。',
  ],
  [
    'The new backup could not be verified, so the old ones were kept.',
    'Die neue Sicherung ließ sich nicht prüfen; die alten bleiben.',
    '新しいバックアップを検証できなかったため、古いものを残しました。',
  ],
  [
    'There is no backup “{id}” in {place}.',
    'In {place} gibt es keine Sicherung „{id}“.',
    '{place}にバックアップ「{id}」はありません。',
  ],

  // sealed files
  [
    'This file was sealed by a newer version of Catchment.',
    'Diese Datei wurde von einer neueren Version von Catchment versiegelt.',
    'このファイルは新しいバージョンの Catchment で保護されています。',
  ],
  [
    'This passphrase does not open the file. Check it, or the file was changed since it was sealed. Nothing was taken in.',
    'Diese Passphrase öffnet die Datei nicht. Prüfe sie; sonst wurde die Datei seit dem Versiegeln geändert. Nichts wurde übernommen.',
    'このパスフレーズでは開けません。確認してください。保護した後にファイルが変わった可能性もあります。何も取り込んでいません。',
  ],
  [
    'The sealed file is damaged: {why~}. Nothing of it can be trusted; use another copy.',
    'Die versiegelte Datei ist beschädigt: {why~}. Nichts davon ist vertrauenswürdig; nimm eine andere Kopie.',
    '保護されたファイルが破損しています: {why~}。信頼できないため、別のコピーを使ってください。',
  ],
  ['it ends within its head', 'sie endet im Kopf', '先頭部分で途切れています'],
  [
    'its head asks for more than any file is sealed with',
    'ihr Kopf verlangt mehr, als irgendeine Datei braucht',
    '先頭部分の値が大きすぎます',
  ],
  ['it ends in the middle', 'sie endet mittendrin', '途中で途切れています'],
  ['its end is missing', 'ihr Ende fehlt', '末尾がありません'],
  ['its end is missing or was changed', 'ihr Ende fehlt oder wurde geändert', '末尾がないか変更されています'],
  ['a part of it was changed', 'ein Teil wurde geändert', '一部が変更されています'],

  // tasks
  [
    '“{text}” is no schedule. {help~}',
    '„{text}“ ist kein Zeitplan. {help~}',
    '「{text}」は予定として読めません。{help~}',
  ],
  [
    '“{text}” is no schedule that can be read. {help~}',
    '„{text}“ ist kein lesbarer Zeitplan. {help~}',
    '「{text}」は予定として読めません。{help~}',
  ],
  ['“{text}” never comes.', '„{text}“ kommt nie.', '「{text}」になる日はありません。'],
  [
    'Write “every 30 minutes”, “every 6 hours”, “every 2 days”, or five cron fields: minute, hour, day, month, weekday.',
    'Schreib „every 30 minutes“, „every 6 hours“, „every 2 days“ oder fünf Cron-Felder: Minute, Stunde, Tag, Monat, Wochentag.',
    '「every 30 minutes」「every 6 hours」「every 2 days」、または cron の5項目(分、時、日、月、曜日)で書いてください。',
  ],
  ['This task is running already.', 'Diese Aufgabe läuft schon.', 'このタスクはすでに実行中です。'],
  [
    'The task made way for what you wrote. Run it again.',
    'Die Aufgabe hat dem Platz gemacht, was du geschrieben hast. Starte sie noch einmal.',
    'あなたのメッセージを優先してタスクを中断しました。もう一度実行してください。',
  ],
  [
    'Catchment’s own tasks can be paused, not removed.',
    'Catchments eigene Aufgaben lassen sich anhalten, nicht entfernen.',
    'Catchment 自身のタスクは一時停止できますが、削除できません。',
  ],
  [
    'The file did not say when it is to run.',
    'Die Datei sagte nicht, wann sie laufen soll.',
    'ファイルに実行時刻がありませんでした。',
  ],
  ['Failed {n} times in a row: {why~}', '{n}-mal hintereinander fehlgeschlagen: {why~}', '{n}回続けて失敗: {why~}'],

  // janitor, segments
  [
    'The janitor stopped. What it did so far stands and can be undone.',
    'Das Aufräumen hielt an. Was bisher geschah, gilt und lässt sich zurücknehmen.',
    '整理を止めました。ここまでの変更は残り、元に戻せます。',
  ],
  ['The janitor is at work already.', 'Das Aufräumen läuft schon.', '整理はすでに実行中です。'],
  [
    'The janitor of this profile is at work in another program already.',
    'Das Aufräumen dieses Profils läuft schon in einem anderen Programm.',
    'このプロファイルの整理は別のプログラムで実行中です。',
  ],
  [
    'This message is in no segment yet.',
    'Diese Nachricht liegt noch in keinem Abschnitt.',
    'このメッセージはまだどのセグメントにもありません。',
  ],
  [
    'Filed-away one-offs have the day’s summary, which is kept by itself.',
    'Abgelegtes Einmaliges hat die Zusammenfassung des Tages, die von selbst entsteht.',
    '片付けた単発には、自動で作られるその日の要約があります。',
  ],
  [
    'There is no segment before this one in its conversation.',
    'Vor diesem gibt es in seinem Gespräch keinen Abschnitt.',
    'この会話にはこれより前のセグメントがありません。',
  ],
  [
    'The segment begins with this message: there is nothing to split off.',
    'Der Abschnitt beginnt mit dieser Nachricht: es gibt nichts abzuteilen.',
    'セグメントはこのメッセージで始まるため、分割するものがありません。',
  ],
  ['There is no chat model any more.', 'Es gibt kein Chat-Modell mehr.', 'チャットモデルがなくなりました。'],
  [
    'There is no chat model that can name segments.',
    'Kein Chat-Modell kann Abschnitte benennen.',
    'セグメントに見出しを付けられるチャットモデルがありません。',
  ],
  [
    'The embedding model gave no vector for a synopsis.',
    'Das Einbettungsmodell gab für eine Zusammenfassung keinen Vektor.',
    '埋め込みモデルが要約のベクトルを返しませんでした。',
  ],
  [
    'The segment could not be summarised yet. Nothing is lost; it is tried again by itself once the part that failed works.',
    'Der Abschnitt ließ sich noch nicht zusammenfassen. Nichts ist verloren; es wird von selbst wieder versucht, sobald geht, was nicht ging.',
    'セグメントをまだ要約できません。失われたものはなく、直り次第自動で再試行します。',
  ],
  ['There is no segment to close.', 'Es gibt keinen Abschnitt zu schließen.', '閉じるセグメントがありません。'],
  [
    'The model copied the conversation instead of telling what it was about.',
    'Das Modell hat das Gespräch abgeschrieben, statt zu sagen, worum es ging.',
    'モデルが内容を述べず会話を写しました。',
  ],
  [
    'The model gave no title or no synopsis.',
    'Das Modell gab keinen Titel oder keine Zusammenfassung.',
    'モデルが見出しか要約を返しませんでした。',
  ],
  [
    'This way to consolidate memories needs a language model, and there is none.',
    'So lassen sich Erinnerungen nur mit einem Sprachmodell zusammenfassen, und es gibt keines.',
    'この方法で記憶をまとめるには言語モデルが必要ですが、ありません。',
  ],
  [
    '{model} wrote of {what}, which no memory says.',
    '{model} schrieb von {what}, wovon keine Erinnerung spricht.',
    '{model}がどの記憶にもない{what}を書きました。',
  ],
  ['{file} is no text.', '{file} ist kein Text.', '{file}はテキストではありません。'],
  ['{file} cannot be read ({code}).', '{file} lässt sich nicht lesen ({code}).', '{file}を読めません({code})。'],
  ['{file} cannot be read.', '{file} lässt sich nicht lesen.', '{file}を読めません。'],

  // updates
  [
    'Say first where newer versions lie.',
    'Sag zuerst, wo neuere Versionen liegen.',
    '先に新しいバージョンの置き場所を指定してください。',
  ],
  ['Look first.', 'Sieh zuerst nach.', '先に確認してください。'],

  // long work
  ['Importing {what}', '{what} importieren', '{what}を取り込み中'],
  ['Exporting {what}', '{what} exportieren', '{what}を書き出し中'],
  ['Archiving {what}', '{what} archivieren', '{what}を一括保存中'],
  ['Saving {what}', '{what} speichern', '{what}を保存中'],
  ['{what} saved', '{what} gespeichert', '{what}を保存しました'],
  ['What {model} can do', 'Was {model} kann', '{model}にできること'],
  ['A backup before many changes', 'Eine Sicherung vor vielen Änderungen', '多数の変更の前のバックアップ'],
  [
    'Cancelled. Nothing was changed.',
    'Abgebrochen. Nichts wurde geändert.',
    'キャンセルしました。何も変えていません。',
  ],
  [
    'Nothing about this was found in your earlier conversations: what the model says of it does not come from there.',
    'In deinen früheren Gesprächen wurde dazu nichts gefunden: Was das Modell darüber sagt, stammt nicht von dort.',
    'これについて、以前の会話には何も見つかりませんでした。モデルの答えはそこから来たものではありません。',
  ],
  ['New titles and synopses', 'Neue Titel und Zusammenfassungen', '新しい見出しと要約'],
  [
    '{n} segments, {n2} summaries, {n3} bucket titles',
    '{n} Abschnitte, {n2} Zusammenfassungen, {n3} Bucket-Titel',
    'セグメント{n}件、要約{n2}件、バケットの見出し{n3}件',
  ],
  ['Reading what was not read yet', 'Lesen, was noch nicht gelesen ist', '未読み取り分を読み取り中'],
  [
    'Reading your messages with the new model',
    'Deine Nachrichten mit dem neuen Modell lesen',
    '新しいモデルでメッセージを読み取り中',
  ],
  ['Reading other branches', 'Andere Zweige lesen', '別の分岐を読み取り中'],
  ['{n} messages read', '{n} Nachrichten gelesen', '{n}件読みました'],
  ['{n} messages exported', '{n} Nachrichten exportiert', '{n}件書き出しました'],
  ['Waiting for the import before it', 'Wartet auf den Import davor', '前の取り込みを待っています'],
  ['{n} messages imported', '{n} Nachrichten importiert', '{n}件取り込みました'],
  [
    '{n} messages imported, {n2} were there already, {n3} could not be read',
    '{n} Nachrichten importiert, {n2} waren schon da, {n3} ließen sich nicht lesen',
    '{n}件を取り込み、{n2}件はすでにあり、{n3}件は読めませんでした',
  ],
  ['{n} of {n2} messages filed', '{n} von {n2} Nachrichten abgelegt', '{n2}件中{n}件のメッセージを整理しました'],
  ['{n} rows archived', '{n} Zeilen archiviert', '{n}行を保存しました'],
  ['{n} rows taken in', '{n} Zeilen übernommen', '{n}行を取り込みました'],
  [
    '{n} messages and everything around them archived',
    '{n} Nachrichten und alles darum archiviert',
    'メッセージ{n}件と関連するものを一括保存しました',
  ],
  [
    '{n} messages and everything around them archived, behind the passphrase',
    '{n} Nachrichten und alles darum archiviert, hinter der Passphrase',
    'メッセージ{n}件と関連するものをパスフレーズ付きで一括保存しました',
  ],
  [
    '{n} messages and everything around them archived{how}',
    '{n} Nachrichten und alles darum archiviert{how}',
    'メッセージ{n}件と関連するものを一括保存しました{how}',
  ],
  [
    'Stopped. It goes on at the next start.',
    'Angehalten. Beim nächsten Start geht es weiter.',
    '止めました。次の起動で続きます。',
  ],
  ['Not filed yet', 'Noch nicht abgelegt', '未整理'],
  ['In no segment', 'In keinem Abschnitt', 'セグメントなし'],
]
