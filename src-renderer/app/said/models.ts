import type { Phrase } from './phrase'

/** What is said of models: the catalog's own sentences, fetching, files, servers and what they answered. */
export const models: readonly Phrase[] = [
  // the catalog
  [
    'Finds topics in about 100 languages; the default.',
    'Findet Themen in etwa 100 Sprachen; die Vorgabe.',
    '約100の言語で話題を見つけます。既定です。',
  ],
  [
    'English only, half the time and memory; for a small computer.',
    'Nur Englisch, halb so viel Zeit und Speicher; für einen kleinen Computer.',
    '英語のみ。時間もメモリも半分で、小さなコンピューター向けです。',
  ],
  [
    'No assistant: so tiny that it only shows how it works, knows little and often errs.',
    'Kein Assistent: so klein, dass es nur zeigt, wie es geht; es weiß wenig und irrt oft.',
    'アシスタントではありません。仕組みを見せるだけの小ささで、知識は少なく、よく間違えます。',
  ],
  [
    'A real conversation on an ordinary laptop, in 29 languages.',
    'Ein richtiges Gespräch auf einem gewöhnlichen Laptop, in 29 Sprachen.',
    '普通のノートパソコンで、29の言語で本格的に会話できます。',
  ],
  [
    'Where only a package registry can be reached: titles and sums up talks well, answers simple questions, and is no good at searching or remembering.',
    'Wo nur eine Paket-Registry erreichbar ist: benennt Gespräche gut und fasst sie gut zusammen, beantwortet einfache Fragen, taugt aber nicht zum Suchen und Merken.',
    'パッケージレジストリしか使えない環境向け。会話の題付けと要約は得意で、簡単な質問に答えますが、検索や記憶には向きません。',
  ],
  [
    'The best of this list, for a computer with 12 GB of memory or more.',
    'Das beste dieser Liste, für einen Computer mit 12 GB Speicher oder mehr.',
    'この一覧で最良。メモリ 12 GB 以上のコンピューター向けです。',
  ],
  ['about 100 languages', 'etwa 100 Sprachen', '約100の言語'],
  ['more than 100 languages', 'mehr als 100 Sprachen', '100以上の言語'],
  ['English', 'Englisch', '英語'],
  [
    '29 languages, among them English, Chinese, French, Spanish, German and Japanese',
    '29 Sprachen, darunter Englisch, Chinesisch, Französisch, Spanisch, Deutsch und Japanisch',
    '英語、中国語、フランス語、スペイン語、ドイツ語、日本語など29の言語',
  ],

  // fetching
  ['fetching, from {from~}', 'wird geholt, von {from~}', '{from~}から取得中'],
  ['unpacking, from {from~}', 'wird ausgepackt, von {from~}', '{from~}から展開中'],
  ['converting, from {from~}', 'wird umgewandelt, von {from~}', '{from~}から変換中'],
  ['checking, from {from~}', 'wird geprüft, von {from~}', '{from~}から検証中'],
  ['the hub', 'dem Hub', 'ハブ'],
  ['the npm registry', 'der npm-Registry', 'npm レジストリ'],
  ['PyPI', 'PyPI', 'PyPI'],
  ['a file', 'einer Datei', 'ファイル'],
  [
    '{model} was removed while it was installed.',
    '{model} wurde entfernt, während es installiert wurde.',
    '{model}はインストール中に削除されました。',
  ],
  [
    '{model} is not here, and nothing is fetched in offline mode.',
    '{model} ist nicht da, und offline wird nichts geholt.',
    '{model}がなく、オフラインでは取得しません。',
  ],
  [
    '{model} could not be fetched. Tried {reasons}.',
    '{model} ließ sich nicht holen. Versucht: {reasons}.',
    '{model}を取得できませんでした。試したもの: {reasons}。',
  ],
  [
    'The disk that holds {folder} is full: {size} are needed. Nothing was changed; free some space and try again.',
    'Die Festplatte mit {folder} ist voll: {size} werden gebraucht. Nichts wurde geändert; schaff Platz und versuch es noch einmal.',
    '{folder}のあるディスクがいっぱいです: {size}必要です。何も変えていません。空きを作って、もう一度試してください。',
  ],
  [
    'Fetching {model} was cancelled. Nothing of it was kept.',
    'Das Holen von {model} wurde abgebrochen. Nichts davon wurde behalten.',
    '{model}の取得を中止しました。何も残していません。',
  ],
  ['{path} is not {model}: {why~}.', '{path} ist nicht {model}: {why~}.', '{path}は{model}ではありません: {why~}。'],
  ['size or checksum differ', 'Größe oder Prüfsumme weichen ab', 'サイズかチェックサムが違います'],
  ['There is no file {path}.', 'Es gibt keine Datei {path}.', 'ファイル{path}はありません。'],
  ['{path} cannot be read', '{path} lässt sich nicht lesen', '{path}を読めません'],
  ['{file} failed: {why~}', '{file} schlug fehl: {why~}', '{file}が失敗しました: {why~}'],
  ['{file} brought no {what}', '{file} brachte kein {what}', '{file}から{what}を得られませんでした'],
  ['it stalled', 'es blieb stehen', '止まったままでした'],
  ['{file} is cut short', '{file} ist abgeschnitten', '{file}が途切れています'],
  ['{file} is missing', '{file} fehlt', '{file}がありません'],
  ['{file} has another size', '{file} hat eine andere Größe', '{file}のサイズが違います'],
  ['{file} has another checksum', '{file} hat eine andere Prüfsumme', '{file}のチェックサムが違います'],
  [
    '{model} is not installed, or its files are incomplete. Fetch it again.',
    '{model} ist nicht installiert, oder seine Dateien sind unvollständig. Hol es noch einmal.',
    '{model}がインストールされていないか、ファイルが不完全です。取得し直してください。',
  ],
  [
    '{model} is damaged: {why~}. Fetch it again.',
    '{model} ist beschädigt: {why~}. Hol es noch einmal.',
    '{model}が破損しています: {why~}。取得し直してください。',
  ],
  [
    '{path} is none of the models in the catalog.',
    '{path} ist keines der Modelle im Katalog.',
    '{path}はカタログのモデルではありません。',
  ],

  // newer versions
  [
    'This build of Catchment knows no key that newer versions are signed with, so it can believe none. Look where you got it.',
    'Dieses Catchment kennt keinen Schlüssel, mit dem neuere Versionen unterschrieben sind, und kann keiner glauben. Sieh dort nach, woher du es hast.',
    'この Catchment は新しいバージョンの署名鍵を知らないため、信頼できません。入手元を確認してください。',
  ],
  [
    "The {file} there is damaged or none of Catchment's.",
    'Die {file} dort ist beschädigt oder nicht von Catchment.',
    'そこの{file}は破損しているか、Catchment のものではありません。',
  ],
  [
    'The {file} there is not signed by a key that this Catchment knows. It was changed, or somebody else made it: do not install what lies beside it.',
    'Die {file} dort ist mit keinem Schlüssel unterschrieben, den dieses Catchment kennt. Sie wurde geändert, oder jemand anders hat sie gemacht: installiere nicht, was daneben liegt.',
    'そこの{file}は、この Catchment の知る鍵で署名されていません。変更されたか他者が作ったものです。隣にあるものをインストールしないでください。',
  ],
  [
    'The release there is signed, and says what this Catchment does not understand. Look where you got it.',
    'Die Version dort ist unterschrieben und sagt etwas, das dieses Catchment nicht versteht. Sieh dort nach, woher du es hast.',
    'そこのバージョンは署名されていますが、この Catchment には理解できません。入手元を確認してください。',
  ],
  [
    'This file is not one that Catchment {version} was signed with. It is damaged, of another version, or somebody changed it: do not install it.',
    'Diese Datei gehört nicht zum unterschriebenen Catchment {version}. Sie ist beschädigt, von einer anderen Version oder wurde geändert: installiere sie nicht.',
    'このファイルは署名された Catchment {version}のものではありません。破損、別のバージョン、または改変の可能性があります。インストールしないでください。',
  ],
  ['There is no {file} in {folder}.', 'In {folder} gibt es keine {file}.', '{folder}に{file}がありません。'],
  [
    'The {file} in {folder} is far too large.',
    'Die {file} in {folder} ist viel zu groß.',
    '{folder}の{file}が大きすぎます。',
  ],
  [
    'Write an address that begins with https://, without a password in it.',
    'Schreib eine Adresse, die mit https:// beginnt, ohne Passwort darin.',
    'https:// で始まり、パスワードを含まないアドレスを書いてください。',
  ],
  ['There is no {file} at {host}.', 'Bei {host} gibt es keine {file}.', '{host}に{file}がありません。'],
  ['{host} answers with {n}.', '{host} antwortet mit {n}.', '{host}の応答は {n} です。'],
  [
    'The {file} at {host} is far too large.',
    'Die {file} bei {host} ist viel zu groß.',
    '{host}の{file}が大きすぎます。',
  ],
  [
    '{host} cannot be reached, or sends elsewhere. Nothing was changed.',
    '{host} ist nicht erreichbar oder schickt woandershin. Nichts wurde geändert.',
    '{host}に届かないか、別の場所へ転送されます。何も変えていません。',
  ],

  // servers
  [
    '{model} sent more at once than an answer can be, and was not read any further. What arrived before was kept.',
    '{model} sandte mehr auf einmal, als eine Antwort sein kann, und wurde nicht weiter gelesen. Was vorher kam, ist erhalten.',
    '{model}が一度に送りすぎたため、読むのをやめました。それまでの分は残しました。',
  ],
  [
    'The conversation is longer than the context that {model} gives this model. Give it a longer one there, then remove the server here and add it again.',
    'Das Gespräch ist länger als der Kontext, den {model} diesem Modell gibt. Gib ihm dort einen längeren, dann entferne den Server hier und füge ihn neu hinzu.',
    '会話が{model}のコンテキストより長くなりました。そちらで長くしてから、ここでサーバーを削除して追加し直してください。',
  ],
  [
    'The conversation is longer than the context of {n} tokens that {model} gives this model. Give it a longer one there, then remove the server here and add it again.',
    'Das Gespräch ist länger als der Kontext von {n} Token, den {model} diesem Modell gibt. Gib ihm dort einen längeren, dann entferne den Server hier und füge ihn neu hinzu.',
    '会話が{model}のコンテキスト({n}トークン)より長くなりました。そちらで長くしてから、ここでサーバーを削除して追加し直してください。',
  ],
  [
    'The conversation is longer than the context{size} that {model} gives this model. Give it a longer one there, then remove the server here and add it again.',
    'Das Gespräch ist länger als der Kontext, den {model} diesem Modell gibt. Gib ihm dort einen längeren, dann entferne den Server hier und füge ihn neu hinzu.',
    '会話が{model}のコンテキストより長くなりました。そちらで長くしてから、ここでサーバーを削除して追加し直してください。',
  ],
  [
    '{model} refused the API key ({n}). Check the key in the settings.',
    '{model} hat den API-Schlüssel abgelehnt ({n}). Prüfe den Schlüssel in den Einstellungen.',
    '{model}が API キーを拒否しました({n})。設定のキーを確かめてください。',
  ],
  [
    "{model} knows no model “{name}” at this address (404). Check the model's name and the address.",
    '{model} kennt unter dieser Adresse kein Modell „{name}“ (404). Prüfe den Namen des Modells und die Adresse.',
    '{model}のこのアドレスにモデル「{name}」がありません(404)。モデル名とアドレスを確かめてください。',
  ],
  [
    '{model} takes no more requests for now (429). Try again in a while.',
    '{model} nimmt vorerst keine Anfragen mehr an (429). Versuch es später noch einmal.',
    '{model}が今は要求を受け付けません(429)。しばらくして試してください。',
  ],
  ['{model} could not answer ({n}).', '{model} konnte nicht antworten ({n}).', '{model}が応答できませんでした({n})。'],
  [
    '{model} could not answer ({n}). It said: {said}',
    '{model} konnte nicht antworten ({n}). Die Meldung: {said}',
    '{model}が応答できませんでした({n})。内容: {said}',
  ],
  [
    '{model} could not answer ({n}).{said}',
    '{model} konnte nicht antworten ({n}).{said}',
    '{model}が応答できませんでした({n})。{said}',
  ],
  [
    '{model} cannot be reached at {host}. Is it running?',
    '{model} ist unter {host} nicht erreichbar. Läuft es?',
    '{host}の{model}に届きません。動いていますか?',
  ],
  [
    'The certificate that {model} shows at {host} cannot be verified ({code}), so nothing was sent. It could be another server in its place.',
    'Das Zertifikat, das {model} unter {host} zeigt, lässt sich nicht prüfen ({code}); darum wurde nichts gesendet. Es könnte ein anderer Server an seiner Stelle sein.',
    '{host}の{model}が示す証明書を検証できない({code})ため、何も送信しませんでした。別のサーバーがなりすましている可能性があります。',
  ],
  [
    '{model} does not speak https at {host}. If it is on this computer, its address begins with http://.',
    '{model} spricht unter {host} kein https. Läuft es auf diesem Rechner, beginnt seine Adresse mit http://.',
    '{host}の{model}はhttpsに対応していません。このコンピューター上にあるなら、アドレスはhttp://で始まります。',
  ],
  [
    '{model} wanted to send the request on to another address; that is not followed. Check the address.',
    '{model} wollte die Anfrage an eine andere Adresse weiterleiten; dem wird nicht gefolgt. Prüfe die Adresse.',
    '{model}が別のアドレスへ転送しようとしたため、従いませんでした。アドレスを確かめてください。',
  ],
  [
    'The answer of {model} broke off before its end. What arrived was kept; try again.',
    'Die Antwort von {model} brach vor dem Ende ab. Was kam, ist erhalten; versuch es noch einmal.',
    '{model}の返信が途中で切れました。届いた分は残しました。もう一度試してください。',
  ],
  [
    '{model} sent something that could not be understood: {what~}',
    '{model} sandte etwas Unverständliches: {what~}',
    '{model}から理解できないものが届きました: {what~}',
  ],
  ['an unknown error', 'ein unbekannter Fehler', '不明なエラー'],
  ['the answer ended without an end', 'die Antwort endete ohne Ende', '応答が終わりの印なしに終わりました'],
  [
    '{model} fell silent for {n} seconds in the middle of its answer.',
    '{model} verstummte mitten in der Antwort für {n} Sekunden.',
    '{model}が返信の途中で{n}秒間止まりました。',
  ],
  [
    '{model} did not begin to answer within {n} seconds.',
    '{model} begann nicht innerhalb von {n} Sekunden zu antworten.',
    '{model}が{n}秒以内に答え始めませんでした。',
  ],
  [
    'Put the key into its own field, not into the address.',
    'Trag den Schlüssel in sein eigenes Feld ein, nicht in die Adresse.',
    'キーはアドレスではなく専用の欄に入れてください。',
  ],
  [
    '{host} is not on this computer. Confirm that messages may go there.',
    '{host} ist nicht auf diesem Computer. Bestätige, dass Nachrichten dorthin gehen dürfen.',
    '{host}はこのコンピューターにありません。メッセージを送ってよいか確認してください。',
  ],
  [
    'This system has no keyring, so the key would lie readable in a file of the store. Confirm that, or add the server without a key.',
    'Dieses System hat keinen Schlüsselbund; der Schlüssel läge lesbar in einer Datei des Speichers. Bestätige das, oder füge den Server ohne Schlüssel hinzu.',
    'このシステムにはキーリングがなく、キーは保存領域のファイルに読める形で置かれます。了承するか、キーなしでサーバーを追加してください。',
  ],
  [
    'The keyring of this system did not take the key. Unlock it, then try again.',
    'Der Schlüsselbund dieses Systems nahm den Schlüssel nicht an. Entsperre ihn, dann versuch es noch einmal.',
    'システムのキーリングがキーを受け付けませんでした。ロックを解除して、もう一度試してください。',
  ],
  [
    '{model} at {host} is in the list already.',
    '{model} bei {host} steht schon in der Liste.',
    '{host}の{model}はすでに一覧にあります。',
  ],
  [
    'The API key of {name} cannot be read any more. Remove the endpoint and add it again with its key.',
    'Der API-Schlüssel von {name} lässt sich nicht mehr lesen. Entferne den Server und füge ihn mit seinem Schlüssel neu hinzu.',
    '{name}の API キーを読めなくなりました。サーバーを削除し、キーとともに追加し直してください。',
  ],

  // a file of one’s own
  ['{file} cannot be used. {why~}', '{file} lässt sich nicht verwenden. {why~}', '{file}は使えません。{why~}'],
  [
    'The file does not say what kind of model it holds.',
    'Die Datei sagt nicht, was für ein Modell sie enthält.',
    'どの種類のモデルか、ファイルに書かれていません。',
  ],
  [
    'The file is an adapter for another model, not a model.',
    'Die Datei ist ein Adapter für ein anderes Modell, kein Modell.',
    'ファイルは別のモデル用のアダプターで、モデルではありません。',
  ],
  [
    'The file holds figures for making a model smaller, not a model.',
    'Die Datei enthält Zahlen zum Verkleinern eines Modells, kein Modell.',
    'ファイルはモデルを小さくするための数値で、モデルではありません。',
  ],
  [
    'This model ({kind}) turns text into numbers for searching; it does not answer.',
    'Dieses Modell ({kind}) macht aus Text Zahlen für die Suche; es antwortet nicht.',
    'このモデル({kind})は検索用に文を数値にするもので、答えません。',
  ],
  [
    'This model ({kind}) is the part of a model that reads pictures; choose the file of the model itself.',
    'Dieses Modell ({kind}) ist der Teil, der Bilder liest; wähle die Datei des Modells selbst.',
    'このモデル({kind})は画像を読む部分です。モデル本体のファイルを選んでください。',
  ],
  [
    'This model ({kind}) is a voice, not a chat model.',
    'Dieses Modell ({kind}) ist eine Stimme, kein Chat-Modell.',
    'このモデル({kind})は音声用で、チャット用ではありません。',
  ],
  [
    'This model ({kind}) reads text from pictures; it does not answer.',
    'Dieses Modell ({kind}) liest Text aus Bildern; es antwortet nicht.',
    'このモデル({kind})は画像から文字を読むもので、答えません。',
  ],
  [
    'This model ({kind}) {what}.',
    'Dieses Modell ({kind}) ist kein Chat-Modell.',
    'このモデル({kind})はチャット用ではありません。',
  ],
  [
    'The runtime of this version does not know models of the kind “{kind}”.',
    'Die Laufzeit dieser Version kennt keine Modelle der Art „{kind}“.',
    'このバージョンは種類「{kind}」のモデルに対応していません。',
  ],
  [
    'The file holds the words of a model, but not its weights.',
    'Die Datei enthält die Wörter eines Modells, aber nicht seine Gewichte.',
    'ファイルに語彙はありますが、重みがありません。',
  ],
  [
    'The file is in a layout that was given up; the runtime no longer reads it. Look for a newer file.',
    'Die Datei hat einen aufgegebenen Aufbau; die Laufzeit liest ihn nicht mehr. Such eine neuere Datei.',
    '廃止された形式で、読めません。新しいファイルを探してください。',
  ],
  [
    'The file is in a layout newer than the runtime of this version.',
    'Die Datei hat einen Aufbau, der neuer ist als die Laufzeit dieser Version.',
    'このバージョンより新しい形式のファイルです。',
  ],
  [
    'The file was cut off: it has {size} of {size2}. Download it again.',
    'Die Datei wurde abgeschnitten: sie hat {size} von {size2}. Lade sie noch einmal.',
    'ファイルが途切れています: {size2}中{size}です。もう一度ダウンロードしてください。',
  ],
  [
    'The file carries no tokenizer, so nothing can be said to it.',
    'Die Datei enthält keinen Tokenizer; man kann ihr nichts sagen.',
    'トークナイザーがないため、話しかけられません。',
  ],
  [
    'It was trained on talks of {n} tokens, too short for a conversation.',
    'Es wurde an Texten von {n} Token trainiert, zu kurz für ein Gespräch.',
    '学習時の長さが{n}トークンで、会話には短すぎます。',
  ],
  [
    'It needs about {size} of memory; this computer has {size2} in all.',
    'Es braucht etwa {size} Speicher; dieser Computer hat insgesamt {size2}.',
    '約{size}のメモリが必要ですが、このコンピューターは全部で{size2}です。',
  ],
  [
    '{file} cannot be used. It needs about {size} of memory; this computer has {size2} in all.',
    '{file} lässt sich nicht verwenden. Es braucht etwa {size} Speicher; dieser Computer hat insgesamt {size2}.',
    '{file}は使えません。約{size}のメモリが必要ですが、このコンピューターは全部で{size2}です。',
  ],
  [
    'It is part {n} of {n2}; choose the first one.',
    'Es ist Teil {n} von {n2}; wähle den ersten.',
    '{n2}個中{n}番目です。最初のものを選んでください。',
  ],
  [
    'It is the first of {n} parts and was renamed, so that the others are not found.',
    'Es ist der erste von {n} Teilen und wurde umbenannt, darum werden die anderen nicht gefunden.',
    '{n}個の最初ですが、改名されたため残りが見つかりません。',
  ],
  [
    'Part {n} of {n2} is missing: {file} should lie beside it.',
    'Teil {n} von {n2} fehlt: {file} sollte daneben liegen.',
    '{n2}個中{n}番目がありません: {file}が隣に必要です。',
  ],
  [
    'There is no model file “{id}” in the list.',
    'Die Modelldatei „{id}“ steht nicht in der Liste.',
    'モデルファイル「{id}」は一覧にありません。',
  ],
  [
    'This model was not found here. Look for models again.',
    'Dieses Modell wurde hier nicht gefunden. Such noch einmal nach Modellen.',
    'このモデルは見つかりませんでした。モデルを探し直してください。',
  ],
  [
    '{file} is a folder, not a model file.',
    '{file} ist ein Ordner, keine Modelldatei.',
    '{file}はフォルダーで、モデルファイルではありません。',
  ],
  [
    '{file} ends within its own description: it was cut off. Download it again.',
    '{file} endet in der eigenen Beschreibung: sie wurde abgeschnitten. Lade sie noch einmal.',
    '{file}は記述の途中で終わっています。もう一度ダウンロードしてください。',
  ],
  ['{file} is damaged: {why}.', '{file} ist beschädigt: {why}.', '{file}は破損しています: {why}。'],
  [
    '{file} is not a GGUF model file.',
    '{file} ist keine GGUF-Modelldatei.',
    '{file}は GGUF モデルファイルではありません。',
  ],
  [
    '{file} is not a GGUF model file, or it is damaged.',
    '{file} ist keine GGUF-Modelldatei, oder sie ist beschädigt.',
    '{file}は GGUF モデルファイルではないか、破損しています。',
  ],
  [
    '{file} was made for machines with another byte order.',
    '{file} ist für Rechner mit anderer Bytefolge gemacht.',
    '{file}は別のバイト順のコンピューター用です。',
  ],
  [
    '{file} has version {n} of the GGUF format, which the runtime does not read.',
    '{file} hat Version {n} des GGUF-Formats, die die Laufzeit nicht liest.',
    '{file}は GGUF 形式のバージョン {n} で、読めません。',
  ],

  // at work
  [
    'The chat model {path} could not be loaded: {why}',
    'Das Chat-Modell {path} ließ sich nicht laden: {why}',
    'チャットモデル{path}を読み込めませんでした: {why}',
  ],
  [
    'The embedding model {id} could not be loaded: {why}',
    'Das Einbettungsmodell {id} ließ sich nicht laden: {why}',
    '埋め込みモデル{id}を読み込めませんでした: {why}',
  ],
  [
    "The model's file {path} is not there. Download the model again.",
    'Die Datei des Modells {path} ist nicht da. Lade das Modell noch einmal.',
    'モデルのファイル{path}がありません。ダウンロードし直してください。',
  ],
  [
    'The prompt has {n} tokens; this model can take {n2} with its answer.',
    'Die Eingabe hat {n} Token; dieses Modell fasst mit seiner Antwort {n2}.',
    '入力は{n}トークンですが、このモデルは答えを含め {n2} までです。',
  ],
  ['The models were shut down.', 'Die Modelle wurden beendet.', 'モデルを終了しました。'],
  ['The model stopped answering.', 'Das Modell antwortet nicht mehr.', 'モデルが応答しなくなりました。'],
  [
    'The model process ended unexpectedly ({code}) during this request.',
    'Der Modellprozess endete unerwartet ({code}) während dieser Anfrage.',
    'この要求の途中でモデルのプロセスが突然終了しました({code})。',
  ],
  [
    'The model process ended unexpectedly ({code}), three times within a minute. It is started again when you next use the model.',
    'Der Modellprozess endete unerwartet ({code}), dreimal in einer Minute. Er startet neu, wenn du das Modell wieder benutzt.',
    'モデルのプロセスが1分間に3回突然終了しました({code})。次にモデルを使うとき起動し直します。',
  ],
  [
    'The model process ended unexpectedly ({code})',
    'Der Modellprozess endete unerwartet ({code})',
    'モデルのプロセスが突然終了しました({code})',
  ],
  ['{what} during this request.', '{what} während dieser Anfrage.', 'この要求の途中で: {what}。'],
  [
    '{what}, three times within a minute. It is started again when you next use the model.',
    '{what}, dreimal in einer Minute. Er startet neu, wenn du das Modell wieder benutzt.',
    '{what}(1分間に3回)。次にモデルを使うとき起動し直します。',
  ],
  [
    'Its file is not on this computer any more, or not yet.',
    'Seine Datei ist nicht mehr auf diesem Computer, oder noch nicht.',
    'ファイルがこのコンピューターにもうないか、まだありません。',
  ],
  ['No model “{id}”.', 'Es gibt kein Modell „{id}“.', 'モデル「{id}」はありません。'],
  [
    'No model “{id}” in the catalog.',
    'Im Katalog gibt es kein Modell „{id}“.',
    'カタログにモデル「{id}」はありません。',
  ],
  ['No chat model is selected.', 'Kein Chat-Modell ist gewählt.', 'チャットモデルが選ばれていません。'],
  [
    '{model} gave an answer that is not whole JSON: {text}',
    '{model} gab eine Antwort, die kein ganzes JSON ist: {text}',
    '{model}の答えは完全な JSON ではありません: {text}',
  ],
  [
    '{model} gave an answer of the wrong form: {what}: {text}',
    '{model} gab eine Antwort der falschen Form: {what}: {text}',
    '{model}の答えの形式が違います: {what}: {text}',
  ],
  [
    '{model} gave an answer of the wrong form: {what}',
    '{model} gab eine Antwort der falschen Form: {what}',
    '{model}の答えの形式が違います: {what}',
  ],
]
