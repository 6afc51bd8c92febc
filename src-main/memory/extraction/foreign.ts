/**
 * Where a message stops being the person's own word: a poem, a letter, a story or somebody's talk that is introduced and then
 * quoted, a role that is played, a case that is only supposed. Nine languages. Pure.
 */

const any = (...parts: readonly string[]): RegExp => new RegExp(`(?:${parts.join('|')})`, 'iu')
const word = (list: string): string => `(?<!\\p{L})(?:${list})(?!\\p{L})`

/** A text of its own kind, named before a colon or at the end of a line. */
const TEXTS = word(
  [
    'poems?|verses?|stanzas?|haikus?|limericks?|lyrics|lines|epitaph|motto|(?:text|message|note|mail|e-?mail|postcard|comment|tweet|post|review) (?:from|by|of) \\p{L}+|song|chorus|refrain|letter|story|fairy tale|novel|screenplay|script|dialogue|monologue|scene|quotes?|quotation|proverb|excerpt|passage|transcript|diary|speech|cover letter|job ad|obituary|testimonial|character|persona|narrator|sample text|example sentences?|fictional',
    'gedicht|strophe|zeilen|(?:nachricht|mail|postkarte|kommentar) (?:von|eines|einer) \\p{L}+|liedtext|lied|brief|geschichte|märchen|roman|drehbuch|dialog|monolog|szene|zitat|sprichwort|auszug|tagebuch|rede|bewerbung|anschreiben|beispielsatz|beispieltext|figur',
    'poema|verso|estrofa|canción|carta|cuento|novela|guion|guión|diálogo|monólogo|escena|cita|refrán|fragmento|diario|discurso|personaje',
    'poème|strophe|chanson|paroles|lettre|conte|roman|scénario|monologue|scène|citation|proverbe|extrait|journal intime|discours|personnage',
    'canção|conto|romance|roteiro|cena|citação|provérbio|trecho|diário|personagem',
    'poesia|strofa|canzone|lettera|racconto|fiaba|romanzo|copione|dialogo|monologo|scena|citazione|proverbio|brano|discorso|personaggio',
    'стих\\p{L}*|строф\\p{L}*|песн\\p{L}*|письм\\p{L}*|рассказ\\p{L}*|сказк\\p{L}*|роман\\p{L}*|сценари\\p{L}*|диалог\\p{L}*|монолог\\p{L}*|цитат\\p{L}*|пословиц\\p{L}*|отрыв\\p{L}*|дневник\\p{L}*|персонаж\\p{L}*',
  ].join('|'),
)
const TEXTS_EAST =
  '(?:詩|歌詞|手紙|物語|小説|引用|台本|セリフ|台詞|日記|俳句|短歌|例文|登場人物|诗|歌词|(?<![微短相])信(?:中|里|上)|故事|小说|引文|名言|台词|剧本|日记|例句|歌里|书里)'
/** Somebody or something speaks: what follows the colon is said by them. */
const SAYS = word(
  [
    'goes|reads|says|said|sings|sang|wrote|writes|written|texted|replied|answered|quoted|recited|begins|starts|whispered|shouted|told me|tells me|asked me|posted|quoting',
    'lautet|lauten|geht so|sagt|sagte|schreibt|schrieb|singt|sang|beginnt|steht|meinte|fragte|antwortete|erzählt|erzählte|geschrieben|gesagt',
    'dice|dijo|decía|escribió|escribe|canta|reza|empieza|comienza|contestó|respondió|me ha dicho',
    "disait|a dit|m[’']a dit|écrit|chante|commence|récite|répondit|a répondu|dit ainsi",
    'diz|disse|dizia|escreveu|escreve|começa|respondeu',
    'diceva|ha detto|scrive|ha scritto|scrisse|recita|comincia|inizia|rispose',
    'гласит|говорит|говорил[а]?|сказал[а]?|написал[а]?|пишет|по[её]т|начинается|звучит|ответил[а]?',
  ].join('|'),
)
const SAYS_EAST = '(?:と言って|と言った|と書いて|と書かれて|いわく|曰く|写道|说道|唱道|他说|她说|他们说|回答说|写着)'
const OWN_SAYING = /^(?:i|ich|yo|je|eu|io|я|私|我)(?!\p{L})/iu

const INTRODUCES = new RegExp(
  `^[^.!?。！？:：]{0,90}(?:${SAYS}|${SAYS_EAST}|${TEXTS}|${TEXTS_EAST})[^.!?。！？:：]{0,50}[:：]`,
  'iu',
)
/** “My boss: I am late”: a speaker, and what they say. */
const LABELLED =
  /^(?:my|our|mein\p{L}*|unser\p{L}*|mi|mon|ma|(?:[oa] )?(?:meu|minha)|(?:il |la )?mi[oa]|мо[йя]) \p{L}+(?: \p{L}+)? ?[:：] ?(?=["“„«]?(?:i|i['’](?:m|ve|d|ll)|ich|yo|soy|je|j['’]\p{L}*|eu|sou|io|sono|я)(?!\p{L}))/iu
const NAMES_A_TEXT = new RegExp(
  `^(?:${word("here(?:[’']s| is| are)|this is|the following|below|i (?:found|read|wrote|got|received)|my|hier(?: ist| sind)?|das ist|folgende[rs]?|aquí(?: está| va)?|voici|voilà|aqui(?: está| vai)?|ecco|вот")}|これは|以下|这是|下面).{0,60}(?:${TEXTS}|${TEXTS_EAST})[^.!?。！？:：]{0,40}[.。:：]?$`,
  'iu',
)

/** Somebody in a book or a film speaks, without a colon before it. */
const CHARACTER_SAYS = any(
  word(
    '(?:the|a|our|my) (?:\\p{L}+ )?(?:character|narrator|protagonist|hero(?:ine)?|villain|poet|singer) (?:says|said|sings|goes|tells|thinks|writes|claims)',
  ),
  word(
    '(?:die|der|eine?) (?:\\p{L}+ )?(?:figur|erzähler(?:in)?|held(?:in)?|protagonist(?:in)?|dichter(?:in)?) (?:sagt|sagte|singt|denkt|schreibt)',
  ),
  word(
    '(?:el|la|un|una) (?:personaje|narrador[a]?|protagonista|héroe|heroína|poeta) (?:dice|dijo|canta|piensa|escribe)',
  ),
  word(
    '(?:le|la|un|une) (?:personnage|narrat(?:eur|rice)|héros|héroïne|protagoniste|poète) (?:dit|disait|chante|pense|écrit)',
  ),
  word('[oa] (?:personagem|narrador[a]?|protagonista|herói|heroína|poeta) (?:diz|disse|canta|pensa|escreve)'),
  word(
    '(?:il|la) (?:personaggio|narrat(?:ore|rice)|protagonista|eroe|eroina|poeta) (?:dice|diceva|canta|pensa|scrive)',
  ),
  word('(?:персонаж|рассказчик|герой|героиня|поэт) (?:говорит|сказал[а]?|по[её]т|думает|пишет)'),
  '(?:主人公|語り手|登場人物)(?:が|は)|(?:主人公|主角|叙述者|人物)(?:说|說)',
)
/** To a diary of a story. One's own would be kept without a greeting. */
const DEAR_DIARY =
  /^(?:dear diary|liebes tagebuch|querido diario|cher journal|querido diário|caro diario|дорогой дневник|親愛なる日記|亲爱的日记)(?!\p{L})/iu
/** “You are Sherlock and I am Watson”: both are given names. Capitals count here. */
const NAMES_ROLES =
  /^(?:(?:[Oo]k(?:ay)?|[Ss]o|[Aa]lso)[, ]+)?(?:[Yy]ou(?: are|['’]re|['’]ll be)|[Dd]u bist|[Tt]ú eres|[Tt]u es|[Tt]u és|[Vv]ocê é|[Tt]u sei) \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?(?:,| and|;| und| y| et| e)* (?:and )?(?:I(?:['’]m| am|['’]ll be)|ich bin|yo soy|je suis|moi,? je suis|eu sou|io sono) \p{Lu}\p{Ll}+/u

const PLAYS = any(
  word(
    "role[- ]?play(?:ing)?|let['’]s (?:pretend|play)|pretend(?:ing)? (?:that|to be|you|i\\b|we|i['’]m)|stay in character|in character|dungeon master|i(?:['’]ll| will| am going to)? (?:play|be) the (?:role|part|customer|patient|guest|client|student|interviewer|hero|wizard|captain)|in (?:this|the|our) (?:game|scenario|story|scene|role|world|campaign)",
  ),
  "you(?:['’]re| are| will be| play) (?:now )?(?:an?|the|my) .{1,60}(?:,| and|;) (?:and )?(?:i['’]m|i am|i play|i will be)",
  word(
    'rollenspiel|tu(?:n wir)? so,? als|stell dir vor|stellen wir uns vor|ich spiele (?:den|die|das|einen?|eine)|in der rolle|lass uns spielen',
  ),
  'du (?:bist|spielst) (?:jetzt )?(?:eine?n?|der|die|das|mein|meine) .{1,60}(?:,| und) (?:und )?ich (?:bin|spiele)',
  word(
    'juego de rol|hagamos de cuenta|haz de cuenta|finge(?: que)?|finjamos|imagina(?:te)? que|yo hago de|en el papel de',
  ),
  '(?:tú )?eres una? .{1,60}(?:,| y) (?:y )?yo soy',
  word('jeu de rôle|fais semblant|faisons semblant|imagine que|imaginons que|je joue le rôle'),
  'tu es une? .{1,60}(?:,| et) (?:et )?(?:moi,? )?je suis',
  word('jogo de papéis|faz de conta|faça de conta|finge que|finja que|imagina que|imagine que|no papel de'),
  '(?:você é|tu és) uma? .{1,60}(?:,| e) (?:e )?eu sou',
  word('gioco di ruolo|fai finta|facciamo finta|immagina di|immagina che|nel ruolo di|recitiamo'),
  "tu sei un[ao]?[ ’'].{1,60}(?:,| e) (?:e )?io sono",
  word('ролев\\p{L}+|притвор\\p{L}+|представь(?:те)?|давай(?:те)? поиграем|сыграем|в роли'),
  'ты (?:— |- )?\\p{L}+.{0,60}, а я',
  'ロールプレイ|ごっこ|になりきって|のふりをして|役を(?:演じ|やっ)|と仮定して|あなたは.{1,30}(?:で|、)(?:私|僕|俺)は|角色扮演|扮演|假装|你是.{1,30}[，,]我是|我们来演',
)
/** Ends the game. */
const PLAYS_NO_MORE =
  /(?<!\p{L})(?:(?:stop|end|enough) (?:of )?(?:the |this )?(?:role[- ]?play|game|playing)|out of character|back to (?:reality|real life|normal)|ende des rollenspiels|(?:das )?spiel ist (?:vorbei|aus|zu ende)|zurück zur realität|fin del juego|fin du jeu|fim do jogo|fine del gioco|конец игры|игра окончена)(?!\p{L})|ロールプレイ(?:は)?(?:終わり|終了)|(?:游戏|扮演)结束/iu

const SUPPOSES =
  /^(?:(?:ok(?:ay)?|so|now|well|also|nun|bueno|bon|allora|ну)[, ]+)*(?:(?:suppose|supposing|imagine|assume|assuming|let['’]s (?:say|assume|suppose|imagine)|hypothetically|say (?:i|we|that)|what if|consider (?:this|the following)|in a (?:hypothetical|parallel|fictional|made-up)|for the sake of argument|thought experiment|case study|angenommen|nehmen wir an|mal angenommen|hypothetisch|gedankenexperiment|fallbeispiel|supongamos|supón|imagina|imaginemos|hipotéticamente|caso hipotético|supposons|imaginons|imagine|admettons|hypothétiquement|suponha|suponhamos|imagina|imaginemos|hipoteticamente|supponiamo|immagina|immaginiamo|mettiamo che|ipoteticamente|предположим|допустим|представь|представим|гипотетически)(?!\p{L})|仮に|もしも|例えば、?(?:私|僕)|仮定|假设|假如|想象一下|比方说)/iu

/** “Dear …” and its like, on a line of its own. */
const SALUTATION =
  /^(?:(?:dear|to whom it may concern|hello|hi|sehr geehrte[rs]?|liebe[rs]?|hallo|estimad[oa]s?|querid[oa]s?|apreciad[oa]s?|muy señor(?:es)? mío|cher|chère|chers|madame|monsieur|bonjour|prezad[oa]s?|car[oaie]|carissim[oa]|gentil[ei]|gentilissim[oa]|egregi[oa]|spettabile|уважаем\p{L}+|дорог\p{L}+|здравствуйте)(?!\p{L})[^.!?]{0,60}[,:!]?|(?:拝啓|尊敬的|亲爱的|敬爱的)[^。]{0,30}|[^。]{1,20}(?:様|さんへ|先生へ)[、,]?)$/iu
const SUBJECT = /^(?:subject|re|betreff|asunto|objet|assunto|oggetto|тема|件名|主题|主旨|from|von|to|an)[:：] ?\S/iu
const CLOSING =
  /^(?:(?:(?:kind|best|warm|many|kindest|warmest)(?: \p{L}+)? ?(?:regards|wishes)?|regards|sincerely(?: yours)?|yours(?: \p{L}+)?|cheers|love|respectfully|mit (?:freundlichen|besten|herzlichen|lieben) grüßen|(?:viele|liebe|beste|herzliche|freundliche) grüße|hochachtungsvoll|(?:un )?(?:cordial(?:es)? )?saludos?(?: cordiales)?|atentamente|un abrazo|cordialement|bien (?:à vous|cordialement)|(?:meilleures )?salutations(?: distinguées)?|amicalement|atenciosamente|cumprimentos|com os melhores cumprimentos|um abraço|cordiali saluti|distinti saluti|cordialmente|un caro saluto|с уважением|с наилучшими пожеланиями|искренне ваш\p{L}*)(?!\p{L})[^.?]{0,30}|敬具|かしこ|よろしくお願いいたします。?|此致|敬礼|祝好|顺颂商祺)[,.!，。]?$/iu

/** Which of these lines are somebody else's text: letters from their head or greeting to their signature. */
export function lettersAmong(lines: readonly string[]): boolean[] {
  const foreign = lines.map(() => false)
  let begin = -1
  lines.forEach((raw, i) => {
    const line = raw.trim()
    if (begin < 0 && (SUBJECT.test(line) || SALUTATION.test(line))) begin = i
    if (begin >= 0 && i > begin && CLOSING.test(line)) {
      // the name under it belongs to it
      for (let at = begin; at <= Math.min(i + 1, lines.length - 1); at += 1) foreign[at] = true
      begin = -1
    }
  })
  // A head without an end: pasted mail. A greeting alone is how people begin to talk.
  if (
    begin >= 0 &&
    SUBJECT.test((lines[begin] ?? '').trim()) &&
    lines.slice(begin).some((l) => SALUTATION.test(l.trim()))
  )
    for (let at = begin; at < lines.length; at += 1) foreign[at] = true
  return foreign
}

/** What a sentence says about the words after it. */
export type Turn =
  | { kind: 'own' }
  /** From the colon on it is somebody else's text; `before` is not. */
  | { kind: 'introduces'; before: string; more: boolean }
  | { kind: 'plays' }
  | { kind: 'plays_no_more' }
  | { kind: 'supposes' }

export function turnOf(sentence: string): Turn {
  if (PLAYS_NO_MORE.test(sentence)) return { kind: 'plays_no_more' }
  if (PLAYS.test(sentence) || NAMES_ROLES.test(sentence)) return { kind: 'plays' }
  if (SUPPOSES.test(sentence)) return { kind: 'supposes' }
  if (DEAR_DIARY.test(sentence) || CHARACTER_SAYS.test(sentence) || LABELLED.test(sentence))
    return { kind: 'introduces', before: sentence, more: true }
  const introduced = INTRODUCES.exec(sentence)
  if (introduced && !OWN_SAYING.test(sentence)) {
    const rest = sentence.slice(introduced[0].length).trim()
    return { kind: 'introduces', before: introduced[0], more: rest === '' }
  }
  if (NAMES_A_TEXT.test(sentence)) return { kind: 'introduces', before: sentence, more: true }
  return { kind: 'own' }
}

/** “Do you like my poem?”, “Is this mail ok?”: what was said above is the text. */
const OF_THE_ABOVE = any(
  word(
    '(?:my|this|that|the|these|those) (?:\\p{L}+ )?(?:poem|haiku|verse|lyrics|song|limerick|letter|cover letter|story|essay|draft|speech|bio|toast|eulogy|e-?mail|mail|paragraph|caption|post|script|scene|monologue|text|passage|excerpt|quote)',
  ),
  word(
    '(?:mein|dies|das|der|die)\\p{L}* (?:\\p{L}+ )?(?:gedicht|lied|liedtext|brief|anschreiben|geschichte|aufsatz|entwurf|rede|mail|e-?mail|text|absatz|szene|zitat)',
  ),
  word(
    '(?:mi|este|esta|el|la) (?:poema|canción|carta|cuento|ensayo|borrador|discurso|correo|texto|párrafo|escena|cita)',
  ),
  word(
    '(?:m(?:on|a)|ce(?:tte|t)?|le|la) (?:poème|chanson|lettre|histoire|rédaction|brouillon|discours|mail|e-?mail|texte|paragraphe|scène|citation)',
  ),
  word(
    '(?:(?:o |a )?(?:meu|minha)|este|esta) (?:poema|canção|carta|conto|redação|rascunho|discurso|e-?mail|texto|parágrafo|cena|citação)',
  ),
  word(
    '(?:(?:il |la )?mi[oa]|quest[oa]) (?:poesia|canzone|lettera|racconto|tema|bozza|discorso|mail|e-?mail|testo|paragrafo|scena|citazione)',
  ),
  word(
    '(?:мой|мо[яёи]|мою|этот|эта|это|эту) (?:стих\\p{L}*|песн\\p{L}*|письм\\p{L}*|рассказ\\p{L}*|черновик|речь|текст|абзац|сцен\\p{L}*)',
  ),
  '(?:この|私の)(?:詩|歌詞|手紙|物語|文章|メール|原稿|スピーチ)|(?:这|我的|这首|这封|这篇)(?:诗|歌词|信|故事|文章|邮件|草稿|演讲)',
)
const ASKS_ABOUT =
  /[?？]|\b(?:thoughts|feedback|opinions?|what do you think)\b|(?<!\p{L})(?:meinung|was meinst du|qué te parece|qu['’]en penses-tu|o que achas|che ne pensi|что (?:ты )?думаешь)(?!\p{L})/iu

/** How many of these lines are a text that the last paragraph asks about; a blank line parts the two. 0: it asks of none. */
export function linesAskedAbout(lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => line.trim() !== '')
  const gap = lines.slice(0, last + 1).findLastIndex((line) => line.trim() === '')
  if (gap <= 0) return 0
  const asking = lines.slice(gap + 1, last + 1).join(' ')
  return asking.length <= 200 && OF_THE_ABOVE.test(asking) && ASKS_ABOUT.test(asking) ? gap : 0
}
