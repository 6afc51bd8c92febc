import type { Phrase } from './phrase'

/** What is said while something is imported or exported, with the reasons for what did not come along. */
export const transfer: readonly Phrase[] = [
  // archives
  [
    '“{file}” is no archive of Catchment.',
    '„{file}“ ist kein Archiv von Catchment.',
    '「{file}」は Catchment の一括保存ファイルではありません。',
  ],
  [
    'It was cancelled. Take the archive in again; it begins anew.',
    'Abgebrochen. Übernimm das Archiv noch einmal; es beginnt von vorn.',
    '中止しました。一括保存ファイルをもう一度取り込むと、最初から始まります。',
  ],
  [
    'The archive is damaged: “{table}” has {n} of {n2} rows.',
    'Das Archiv ist beschädigt: „{table}“ hat {n} von {n2} Zeilen.',
    '一括保存ファイルが破損しています: 「{table}」は{n2}行中{n}行です。',
  ],
  [
    'The archive is damaged: a file that is attached to a message is missing.',
    'Das Archiv ist beschädigt: eine Datei, die an einer Nachricht hängt, fehlt.',
    '一括保存ファイルが破損しています: メッセージに添付されたファイルがありません。',
  ],
  [
    'The archive is damaged: a file that is attached to a message is not what was written.',
    'Das Archiv ist beschädigt: eine Datei, die an einer Nachricht hängt, ist nicht, was geschrieben wurde.',
    '一括保存ファイルが破損しています: メッセージに添付されたファイルが元と違います。',
  ],
  [
    'The archive is damaged: line {n} of “{table}” is no row.',
    'Das Archiv ist beschädigt: Zeile {n} von „{table}“ ist keine.',
    '一括保存ファイルが破損しています: 「{table}」の{n}行目が読めません。',
  ],
  [
    'The archive is damaged: “{table}” is not what was written.',
    'Das Archiv ist beschädigt: „{table}“ ist nicht, was geschrieben wurde.',
    '一括保存ファイルが破損しています: 「{table}」が元と違います。',
  ],
  [
    'This archive was written by a newer version of Catchment. Bring this one up to date first. Nothing was changed.',
    'Dieses Archiv schrieb eine neuere Version von Catchment. Bring diese erst auf den neuen Stand. Nichts wurde geändert.',
    'この一括保存ファイルは新しいバージョンの Catchment のものです。先に更新してください。何も変えていません。',
  ],
  [
    'The conversation went on while it was archived. Try again when it rests.',
    'Das Gespräch ging weiter, während es archiviert wurde. Versuch es wieder, wenn es ruht.',
    '一括保存中に会話が進みました。落ち着いてから試してください。',
  ],
  ['The export was cancelled.', 'Der Export wurde abgebrochen.', '書き出しを中止しました。'],

  // what was chosen
  [
    'That file was chosen before a restart. Choose it again.',
    'Diese Datei wurde vor einem Neustart gewählt. Wähle sie noch einmal.',
    'このファイルは再起動前に選ばれました。もう一度選んでください。',
  ],
  [
    '“{file}” is not a file. Choose the export itself.',
    '„{file}“ ist keine Datei. Wähle den Export selbst.',
    '「{file}」はファイルではありません。エクスポート自体を選んでください。',
  ],
  [
    '“{file}” is empty. Nothing was imported.',
    '„{file}“ ist leer. Nichts wurde importiert.',
    '「{file}」は空です。何も取り込んでいません。',
  ],
  [
    '“{file}” is behind a passphrase. Open it with the command line: catchment import FILE --passphrase-file FILE.',
    '„{file}“ ist hinter einer Passphrase. Öffne sie mit der Befehlszeile: catchment import FILE --passphrase-file FILE.',
    '「{file}」はパスフレーズで保護されています。コマンドラインで開いてください: catchment import FILE --passphrase-file FILE。',
  ],
  [
    'There is no file in “{folder}”. Nothing was imported.',
    'In „{folder}“ gibt es keine Datei. Nichts wurde importiert.',
    '「{folder}」にファイルがありません。何も取り込んでいません。',
  ],
  [
    "“{folder}” holds more than {n} files. Choose the export's own folder.",
    '„{folder}“ enthält mehr als {n} Dateien. Wähle den Ordner des Exports selbst.',
    '「{folder}」には {n} を超えるファイルがあります。エクスポート自体のフォルダーを選んでください。',
  ],
  [
    '“{folder}” holds more than {n} files.',
    '„{folder}“ enthält mehr als {n} Dateien.',
    '「{folder}」には {n} を超えるファイルがあります。',
  ],
  ['There is no file “{file}”.', 'Die Datei „{file}“ gibt es nicht.', 'ファイル「{file}」はありません。'],
  ['“{file}” cannot be read.', '„{file}“ lässt sich nicht lesen.', '「{file}」を読めません。'],
  [
    '“{file}” cannot be read ({code}).',
    '„{file}“ lässt sich nicht lesen ({code}).',
    '「{file}」を読めません({code})。',
  ],
  ['“{file}” cannot be read{code}.', '„{file}“ lässt sich nicht lesen{code}.', '「{file}」を読めません{code}。'],
  [
    '“{file}” is refused: “{name}” in it would unpack to {n} times its size. No export does that. Nothing was imported.',
    '„{file}“ wird abgelehnt: „{name}“ darin würde auf das {n}-Fache seiner Größe ausgepackt. Das tut kein Export. Nichts wurde importiert.',
    '「{file}」を拒否しました: 中の「{name}」は展開すると{n}倍になります。エクスポートではありえません。何も取り込んでいません。',
  ],
  [
    '“{file}” is locked with a password',
    '„{file}“ ist mit einem Passwort gesperrt',
    '「{file}」はパスワードで保護されています',
  ],
  [
    '“{file}” is packed by a method not known here',
    '„{file}“ ist auf eine hier unbekannte Weise gepackt',
    '「{file}」の圧縮方式に対応していません',
  ],
  [
    '“{file}” is called a folder, and holds something',
    '„{file}“ heißt Ordner und enthält etwas',
    '「{file}」はフォルダーとされていますが中身があります',
  ],
  [
    '“{file}” is not complete: it was cut off, or its download was. Fetch it again.',
    '„{file}“ ist nicht vollständig: die Datei oder ihr Download wurde abgebrochen. Hol sie noch einmal.',
    '「{file}」は不完全です: 途中で切れています。取得し直してください。',
  ],
  ['“{file}” is damaged.', '„{file}“ ist beschädigt.', '「{file}」は破損しています。'],

  // why nothing came of it
  [
    '{what~} It can be an export of ChatGPT, Claude, Gemini (Takeout, as JSON), LibreChat, Open WebUI, Jan, LM Studio or SillyTavern, Markdown with heads such as “**User:**”, or one message per line as JSON; as a file, a folder or a zip archive. Nothing was imported.',
    '{what~} Es kann ein Export von ChatGPT, Claude, Gemini (Takeout, als JSON), LibreChat, Open WebUI, Jan, LM Studio oder SillyTavern sein, Markdown mit Köpfen wie „**User:**“ oder eine Nachricht pro Zeile als JSON; als Datei, Ordner oder Zip-Archiv. Nichts wurde importiert.',
    '{what~} 取り込めるのは ChatGPT、Claude、Gemini (Takeout、JSON)、LibreChat、Open WebUI、Jan、LM Studio、SillyTavern のエクスポート、「**User:**」のような見出しのある Markdown、1行1メッセージの JSON で、ファイル、フォルダー、zip のいずれでも構いません。何も取り込んでいません。',
  ],
  [
    'It can be an export of ChatGPT, Claude, Gemini (Takeout, as JSON), LibreChat, Open WebUI, Jan, LM Studio or SillyTavern, Markdown with heads such as “**User:**”, or one message per line as JSON; as a file, a folder or a zip archive.',
    'Es kann ein Export von ChatGPT, Claude, Gemini (Takeout, als JSON), LibreChat, Open WebUI, Jan, LM Studio oder SillyTavern sein, Markdown mit Köpfen wie „**User:**“ oder eine Nachricht pro Zeile als JSON; als Datei, Ordner oder Zip-Archiv.',
    '取り込めるのは ChatGPT、Claude、Gemini (Takeout、JSON)、LibreChat、Open WebUI、Jan、LM Studio、SillyTavern のエクスポート、「**User:**」のような見出しのある Markdown、1行1メッセージの JSON です。',
  ],
  ['The file is not JSON.', 'Die Datei ist kein JSON.', 'ファイルは JSON ではありません。'],
  [
    'The file holds a list, but not one of conversations.',
    'Die Datei enthält eine Liste, aber keine von Gesprächen.',
    'ファイルにあるのは会話の一覧ではありません。',
  ],
  [
    'The file holds JSON, but neither conversations nor one message per line.',
    'Die Datei enthält JSON, aber weder Gespräche noch eine Nachricht pro Zeile.',
    'ファイルは JSON ですが、会話でも1行1メッセージでもありません。',
  ],
  [
    'The file is not a list of conversations.',
    'Die Datei ist keine Liste von Gesprächen.',
    'ファイルは会話の一覧ではありません。',
  ],
  ['“{file}” holds {what~}.', '„{file}“ enthält {what~}.', '「{file}」の中身: {what~}。'],
  [
    'Nothing in this file can be imported. {why~}.',
    'Nichts in dieser Datei lässt sich importieren. {why~}.',
    'このファイルには取り込めるものがありません。{why~}。',
  ],
  [
    'There are no conversations in “{file}” ({n} file).',
    'In „{file}“ gibt es keine Gespräche ({n} Datei).',
    '「{file}」に会話がありません({n}ファイル)。',
  ],
  [
    'There are no conversations in “{file}” ({n} files).',
    'In „{file}“ gibt es keine Gespräche ({n} Dateien).',
    '「{file}」に会話がありません({n}ファイル)。',
  ],
  [
    'There are no conversations in “{file}” ({n} file: {what~}).',
    'In „{file}“ gibt es keine Gespräche ({n} Datei: {what~}).',
    '「{file}」に会話がありません({n}ファイル: {what~})。',
  ],
  [
    'There are no conversations in “{file}” ({n} files: {what~}).',
    'In „{file}“ gibt es keine Gespräche ({n} Dateien: {what~}).',
    '「{file}」に会話がありません({n}ファイル: {what~})。',
  ],
  [
    'The file breaks {where~}: {why~}.',
    'Die Datei bricht {where~}: {why~}.',
    'ファイルが{where~}壊れています: {why~}。',
  ],
  [
    'after {n} conversation, near byte {n2}',
    'nach {n} Gespräch ab, nahe Byte {n2}',
    '会話{n}件のあと、{n2}バイト付近で',
  ],
  [
    'after {n} conversations, near byte {n2}',
    'nach {n} Gesprächen ab, nahe Byte {n2}',
    '会話{n}件のあと、{n2}バイト付近で',
  ],
  ['it is not valid JSON there', 'dort ist es kein gültiges JSON', 'そこが正しい JSON ではありません'],
  ['{n} messages before that are kept', '{n} Nachrichten davor sind erhalten', 'それ以前の{n}件は残っています'],
  [
    '{what~} 1 message before that is kept.',
    '{what~} 1 Nachricht davor ist erhalten.',
    '{what~} それ以前の1件は残っています。',
  ],
  [
    '{what~} {n} messages before that are kept.',
    '{what~} {n} Nachrichten davor sind erhalten.',
    '{what~} それ以前の{n}件は残っています。',
  ],
  [
    'The import was cancelled. All messages are kept; what is not filed yet is filed later.',
    'Der Import wurde abgebrochen. Alle Nachrichten sind erhalten; was noch nicht abgelegt ist, wird es später.',
    '取り込みを中止しました。メッセージはすべて残り、未整理分は後で整理されます。',
  ],
  [
    'The import was cancelled. What was read so far is kept; importing again goes on from there.',
    'Der Import wurde abgebrochen. Was bisher gelesen ist, bleibt; ein neuer Import macht dort weiter.',
    '取り込みを中止しました。読んだ分は残り、次はそこから続きます。',
  ],
  [
    'The app ended while this was being imported. What was read is kept and filed. If something is missing, import it again: nothing comes twice.',
    'Die App wurde beendet, während dies importiert wurde. Was gelesen ist, bleibt und wird abgelegt. Fehlt etwas, importiere es noch einmal: nichts kommt doppelt.',
    '取り込みの途中でアプリが終了しました。読み込んだ分は残り、整理されます。足りないものがあれば、もう一度取り込んでください。重複はしません。',
  ],
  [
    'The import was cancelled. What was read before is kept.',
    'Der Import wurde abgebrochen. Was vorher gelesen ist, bleibt.',
    '取り込みを中止しました。読んだ分は残っています。',
  ],

  // why a part did not come along
  ['“{file}”: {why~}', '„{file}“: {why~}', '「{file}」: {why~}'],
  ['nothing that is known here', 'nichts, was hier bekannt ist', 'ここで扱えるものではありません'],
  [
    '“{file}”: nothing that is known here',
    '„{file}“: nichts, was hier bekannt ist',
    '「{file}」: ここで扱えるものではありません',
  ],
  [
    '“{file}” is damaged: what came of it may not be what was written',
    '„{file}“ ist beschädigt: was herauskam, ist vielleicht nicht, was geschrieben wurde',
    '「{file}」は破損しています: 読んだ内容が元と違うかもしれません',
  ],
  [
    '“{file}”: {n} characters are damaged (not UTF-8) and stand as “�” in the text',
    '„{file}“: {n} Zeichen sind beschädigt (kein UTF-8) und stehen im Text als „�“',
    '「{file}」: {n}文字が破損(UTF-8以外)し、文中で「�」になっています',
  ],
  [
    '“{file}” was converted from {encoding}: nothing is lost',
    '„{file}“ wurde aus {encoding} umgewandelt: nichts ist verloren',
    '「{file}」を{encoding}から変換しました: 失われたものはありません',
  ],
  [
    '“{file}” is larger than {n} MB: no talk is that long',
    '„{file}“ ist größer als {n} MB: so lang ist kein Gespräch',
    '「{file}」は {n} MB を超えます: 会話としては長すぎます',
  ],
  [
    '“{file}”: of a text of more than {n} MB only the beginning is kept',
    '„{file}“: von einem Text über {n} MB bleibt nur der Anfang',
    '「{file}」: {n} MB を超える文は先頭だけを残します',
  ],
  [
    'Summary “{name}”: none of its {n} messages is here and filed',
    'Zusammenfassung „{name}“: keine ihrer {n} Nachrichten ist hier und eingeordnet',
    '要約「{name}」: 対象の{n}件のメッセージがここにないか未整理です',
  ],
  ['{place~}, message {id}: {why~}', '{place~}, Nachricht {id}: {why~}', '{place~}、メッセージ{id}: {why~}'],
  [
    '{place~}, turn {n}: it is of nobody known here',
    '{place~}, Beitrag {n}: von niemandem, der hier bekannt ist',
    '{place~}、発言 {n}: 話し手が不明です',
  ],
  ['Conversation {n}', 'Gespräch {n}', '会話 {n}'],
  ['conversation {n}', 'Gespräch {n}', '会話 {n}'],
  ['Conversation {n} ({q})', 'Gespräch {n} ({q})', '会話 {n}({q})'],
  ['{file}, conversation {n}', '{file}, Gespräch {n}', '{file}、会話 {n}'],
  ['{file}, conversation {n} ({q})', '{file}, Gespräch {n} ({q})', '{file}、会話 {n}({q})'],
  ['{file}conversation {n}', '{file}Gespräch {n}', '{file}会話 {n}'],
  ['Line {n}: {why~}', 'Zeile {n}: {why~}', '{n}行目: {why~}'],
  ['{file}line {n}: {why~}', '{file}Zeile {n}: {why~}', '{file}{n}行目: {why~}'],
  ['it is not a JSON object', 'es ist kein JSON-Objekt', 'JSON オブジェクトではありません'],
  ['it has no “{name}”', 'es fehlt „{name}“', '「{name}」がありません'],
  ['it has no “{name}” or no “{other}”', 'es fehlt „{name}“ oder „{other}“', '「{name}」または「{other}」がありません'],
  ['its “{name}” is not a time', '„{name}“ ist keine Zeit', '「{name}」が時刻ではありません'],
  [
    'it does not say the branch “of” which message it is',
    'es sagt nicht mit „of“, von welcher Nachricht es ein Zweig ist',
    'どのメッセージの分岐かが「of」にありません',
  ],
  [
    'the message that its branch hangs from is missing',
    'die Nachricht fehlt, an der sein Zweig hängt',
    '分岐のもとのメッセージがありません',
  ],
  ['Entry {n}', 'Eintrag {n}', '項目 {n}'],
  ['{file}entry {n}', '{file}Eintrag {n}', '{file}項目 {n}'],
  [
    '{place~}: it is not a ChatGPT conversation',
    '{place~}: es ist kein Gespräch von ChatGPT',
    '{place~}: ChatGPT の会話ではありません',
  ],
  [
    '{place~}: it is not a Claude conversation',
    '{place~}: es ist kein Gespräch von Claude',
    '{place~}: Claude の会話ではありません',
  ],
  [
    '{place~}: it is not a Gemini conversation',
    '{place~}: es ist kein Gespräch von Gemini',
    '{place~}: Gemini の会話ではありません',
  ],
  [
    '{place~}: it is not a LibreChat conversation',
    '{place~}: es ist kein Gespräch von LibreChat',
    '{place~}: LibreChat の会話ではありません',
  ],
  [
    '{place~}: it is not an LM Studio conversation',
    '{place~}: es ist kein Gespräch von LM Studio',
    '{place~}: LM Studio の会話ではありません',
  ],
  [
    '{place~}: it is not an Open WebUI chat',
    '{place~}: es ist kein Gespräch von Open WebUI',
    '{place~}: Open WebUI の会話ではありません',
  ],
  [
    '{place~}: its “time” is not a time',
    '{place~}: seine „time“ ist keine Zeit',
    '{place~}: 「time」が時刻ではありません',
  ],
  ['{place~}: it is not an activity', '{place~}: es ist keine Aktivität', '{place~}: アクティビティではありません'],
  [
    '{place~}: a message is no message, or has no “messageId”',
    '{place~}: eine Nachricht ist keine oder hat keine „messageId“',
    '{place~}: メッセージでないか「messageId」がありません',
  ],
  [
    '{place~}: a message is empty in the file',
    '{place~}: eine Nachricht ist in der Datei leer',
    '{place~}: ファイル内で空のメッセージがあります',
  ],
  [
    'its content is of a kind not known here (“{kind}”)',
    'ihr Inhalt ist von einer hier unbekannten Art („{kind}“)',
    '内容の種類(「{kind}」)に対応していません',
  ],
  [
    'it was written by “{who}”, neither the person nor the assistant',
    'sie ist von „{who}“, weder vom Menschen noch vom Assistenten',
    '書いたのは「{who}」で、本人でもアシスタントでもありません',
  ],
  ['it is missing in the file', 'sie fehlt in der Datei', 'ファイルにありません'],
  ['it is empty in the file', 'sie ist in der Datei leer', 'ファイル内で空です'],
  ['it is not a ChatGPT message', 'sie ist keine Nachricht von ChatGPT', 'ChatGPT のメッセージではありません'],
  ['it is not a Claude message', 'sie ist keine Nachricht von Claude', 'Claude のメッセージではありません'],
  ['it has no date', 'sie hat kein Datum', '日付がありません'],
  ['its “time” is not a time', 'seine „time“ ist keine Zeit', '「time」が時刻ではありません'],
  ['it is not an activity', 'es ist keine Aktivität', 'アクティビティではありません'],
  ['it is too long', 'sie ist zu lang', '長すぎます'],
  [
    '“{file}”: it has no heads such as “**User:**” and “**Assistant:**”',
    '„{file}“: sie hat keine Köpfe wie „**User:**“ und „**Assistant:**“',
    '「{file}」: 「**User:**」「**Assistant:**」のような見出しがありません',
  ],

  // what is left out on purpose
  [
    'Markdown files without heads such as “**User:**”',
    'Markdown-Dateien ohne Köpfe wie „**User:**“',
    '「**User:**」のような見出しのない Markdown ファイル',
  ],
  [
    'pictures, sounds and other files of the export',
    'Bilder, Töne und andere Dateien des Exports',
    'エクスポートの画像、音声、その他のファイル',
  ],
  [
    'buckets, receipts, memories and settings of an archive, which come back into an empty profile only',
    'Themen, Belege, Erinnerungen und Einstellungen eines Archivs, die nur in ein leeres Profil zurückkommen',
    '一括保存のトピック、履歴、記憶、設定(空のプロファイルにだけ戻せます)',
  ],
  [
    'a list of custom GPTs (their names are used)',
    'eine Liste eigener GPTs (ihre Namen werden benutzt)',
    'カスタム GPT の一覧(名前を使います)',
  ],
  [
    'pages for a browser (choose JSON where the program asks for a format; pages are not read)',
    'Seiten für einen Browser (wähle JSON, wo das Programm nach dem Format fragt; Seiten werden nicht gelesen)',
    'ブラウザー用のページ(形式は JSON を選んでください。ページは読みません)',
  ],
  [
    'comparisons of models, no conversations',
    'Vergleiche von Modellen, keine Gespräche',
    'モデルの比較(会話ではありません)',
  ],
  [
    'settings of conversations (their names are used)',
    'Einstellungen von Gesprächen (ihre Namen werden benutzt)',
    '会話の設定(名前を使います)',
  ],
  ['the head of an archive', 'den Kopf eines Archivs', '一括保存ファイルの先頭'],
  [
    'projects with their instructions and documents, no conversations (their names are used)',
    'Projekte mit ihren Anweisungen und Dokumenten, keine Gespräche (ihre Namen werden benutzt)',
    'プロジェクトの指示と文書(会話ではありません。名前を使います)',
  ],
  [
    'details of the account, no conversations',
    'Angaben zum Konto, keine Gespräche',
    'アカウントの情報(会話ではありません)',
  ],
  [
    'a list of shared conversations, without their messages',
    'eine Liste geteilter Gespräche, ohne ihre Nachrichten',
    '共有した会話の一覧(メッセージなし)',
  ],
  [
    'memories of the account, no conversations',
    'Erinnerungen des Kontos, keine Gespräche',
    'アカウントの記憶(会話ではありません)',
  ],
  [
    'ratings of answers, no conversations',
    'Bewertungen von Antworten, keine Gespräche',
    '回答の評価(会話ではありません)',
  ],
  ['messages that are here already', 'Nachrichten, die schon hier sind', 'すでにあるメッセージ'],
  ['empty files', 'leere Dateien', '空のファイル'],
  ['thoughts that no reply followed', 'Gedanken, denen keine Antwort folgte', '返信につながらなかった思考'],
  ['calls of tools (pictures and others)', 'Aufrufe von Werkzeugen (Bilder und anderes)', 'ツールの呼び出し(画像など)'],
  ['calls of tools ({tool})', 'Aufrufe von Werkzeugen ({tool})', 'ツールの呼び出し({tool})'],
  ['conversations without a message', 'Gespräche ohne Nachricht', 'メッセージのない会話'],
  [
    'conversations without any time, put beside the one before them',
    'Gespräche ohne Zeitangabe, neben das davor gestellt',
    '時刻のない会話(直前の会話の隣に置きます)',
  ],
  [
    'summaries that the program keeps of conversations',
    'Zusammenfassungen, die das Programm von Gesprächen macht',
    'プログラムが作った会話の要約',
  ],
  [
    'hidden messages of the program (system prompts, context)',
    'verborgene Nachrichten des Programms (Systemtexte, Kontext)',
    'プログラムの隠れたメッセージ(システムプロンプト、コンテキスト)',
  ],
  ['custom instructions', 'eigene Anweisungen', 'カスタム指示'],
  ['answers of tools', 'Antworten von Werkzeugen', 'ツールの応答'],
  [
    'parts of messages of a kind not known here (“{kind}”)',
    'Teile von Nachrichten einer hier unbekannten Art („{kind}“)',
    '種類(「{kind}」)に対応していないメッセージの一部',
  ],
  ['replies of tools alone, without words', 'Antworten nur aus Werkzeugen, ohne Worte', 'ツールだけで言葉のない返信'],
  ['messages without words', 'Nachrichten ohne Worte', '言葉のないメッセージ'],
  [
    'messages that are in the file twice',
    'Nachrichten, die zweimal in der Datei stehen',
    'ファイルに二度あるメッセージ',
  ],
  ['messages of the program itself', 'Nachrichten des Programms selbst', 'プログラム自身のメッセージ'],
  [
    'messages on other branches (edited questions, regenerated answers) of which nothing is shown',
    'Nachrichten auf anderen Zweigen (bearbeitete Fragen, neue Antworten), von denen nichts gezeigt wird',
    '表示されない別の分岐のメッセージ(編集した質問、作り直した回答)',
  ],
  ['activities that are no prompts', 'Aktivitäten, die keine Eingaben sind', '質問でないアクティビティ'],
  ['activities in other programs', 'Aktivitäten in anderen Programmen', '別のプログラムのアクティビティ'],
  [
    'heads of Markdown files that are not valid YAML',
    'Köpfe von Markdown-Dateien, die kein gültiges YAML sind',
    '正しい YAML でない Markdown の見出し情報',
  ],
  ['rows of type “{type}”', 'Zeilen der Art „{type}“', '種類「{type}」の行'],
]
