/**
 * Whether a person asks for something that was said before: “look it up in our earlier talks”, “do you remember …”, “what did we
 * decide”, “where did we leave it”. In nine languages; pure. A model with tools searches then; for one without, the app does.
 */
import { sentences } from '../language/sentences'

const word = (source: string): string => `(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`

const TALK_EN = '(?:conversation|talk|chat|message|discussion|note)s?|history|archives?'
const OLD_EN = '(?:(?:the|all|of|these|those) )*(?:(?:our|my|earlier|older|old|past|previous|former) )+'

/** Nothing else can be meant: the earlier talk is named, or whether it is remembered. */
const PLAIN = [
  // English
  `(?:look|search|check|dig|go)(?: (?:it|that|this))?(?: (?:up|back|through|in|into|over|for it))* ${OLD_EN}(?:${TALK_EN})(?: with your tools)?(?: for| about)?`,
  'do you (?:still )?(?:remember|recall|know what we)',
  'where did (?:i|we) (?:leave|stop|get to)(?: (?:it|that|off))*',
  // German
  '(?:schau|sieh|guck|such)e?(?: (?:es|das|mal|bitte|doch))* (?:in |unter |bei )?(?:(?:unseren|meinen|den|alten|früheren|vorigen|letzten) )+(?:gesprächen|unterhaltungen|chats|nachrichten|notizen)(?: nach)?',
  '(?:erinnerst du dich|weißt du noch)(?: noch)?(?: daran| an)?',
  'wo (?:waren|sind) wir (?:zuletzt )?(?:stehen ?geblieben)',
  // Spanish
  '(?:te acuerdas|recuerdas)(?: de)?',
  'busca(?:lo|la)? en (?:(?:nuestras|nuestros|mis|las|los) )?(?:conversaciones|charlas|mensajes|notas)(?: anteriores| pasad[ao]s| antigu[ao]s)?',
  'd[óo]nde (?:lo dejamos|nos quedamos|quedamos)',
  // French
  '(?:tu te souviens|te souviens-tu|vous souvenez-vous|tu te rappelles|te rappelles-tu)(?: de| du| des)?',
  'cherche(?:-le|-la)? dans (?:(?:nos|mes|les) )(?:(?:anciennes?|derni[èe]res?) )?(?:conversations|discussions|messages|notes)(?: pr[ée]c[ée]dent(?:e?s)| pass[ée](?:e?s))?',
  'o[ùu] en [ée]tions-nous|o[ùu] en [ée]tait-on',
  // Portuguese
  '(?:(?:voc[êe] (?:te |se )?|te |se )lembra(?:s|-se|-te)?|lembra(?:s-te|-se))(?: d[eoa]s?)?',
  'procur(?:a|e|ar)(?: isso)? n?(?:em|as|os)? ?(?:(?:nossas|minhas|nossos|meus) )(?:conversas|mensagens|notas)(?: anteriores| antigas)?',
  'onde (?:fic[áa]mos|par[áa]mos)',
  // Italian
  'ti ricordi(?: d[ei]ll?[aoe]?)?',
  'cerca(?:lo|la)? (?:nelle|nei|tra le|tra i) (?:(?:nostre|mie|nostri|miei|vecchie) )*(?:conversazioni|messaggi|chat|note)(?: precedenti| passat[ei])?',
  'dove (?:eravamo|ci eravamo) (?:rimasti|fermati)',
  // Russian
  '(?:ты )?помнишь(?: ли)?',
  '(?:поищи|найди|посмотри|проверь) в (?:(?:наших|моих|прошлых|старых) )+(?:разговорах|беседах|чатах|сообщениях|записях)',
  'на ч[её]м мы остановились',
].map(word)

/** Japanese and Chinese stand without spaces: what is around them is looked for. */
const PLAIN_UNSPACED = [
  '覚えて(?:い)?(?:ますか|る(?:か)?(?=[?？]))',
  '(?:以前|前|過去|これまで)の(?:会話|チャット|メッセージ)(?:を|で|から)?(?:調べて|検索して|探して)(?:ください)?',
  'どこまで(?:話し|やり)ましたっけ',
  '你还?记得(?:吗)?',
  '(?:在|从)?(?:我们)?(?:之前|以前|过去|先前)的(?:对话|聊天|谈话|消息)(?:中|里)?(?:查|找|搜索)(?:一下)?',
  '我们(?:上次|之前|以前)(?:说到|聊到|谈到)(?:哪里了|哪儿了)',
]

/** Said in passing, also of other things: they count in a question only, and that nothing was found says nothing. */
const PASSING = [
  // English
  'look (?:it|that|this) up(?: with your tools)?',
  '(?:what|where) did (?:i|we|you) (?:say|tell you|mention|decide|agree|plan|write|talk)(?: (?:it|that|off|on))*',
  'did (?:i|we)',
  'we (?:had )?(?:once |already )?(?:talked|spoke|chatted|discussed|wrote|decided|agreed|chose|planned)(?: (?:about|of|on))?',
  '(?:you|i) (?:once |already |had )?(?:mentioned|recommended|suggested|told (?:you|me))(?: (?:about|of))?',
  "(?:let['’]?s|let us|can we|could we|shall we|may we) (?:go on|carry on|continue|go back|come back|get back|return|pick up)(?: (?:with|about|to|on|where we left off))*",
  "(?:let['’]?s|let us|can we|could we) talk about(?=.*\\bagain\\b)",
  'again(?=\\s*[?？])',
  // German
  '(?:haben|hatten) wir|(?:habe|hatte) ich(?: dir)?',
  '(?:lass uns|können wir|wollen wir)(?= .*weiter)',
  'noch ?(?:mal|einmal)(?=\\s*[?])',
  // Spanish, French, Portuguese, Italian, Russian
  '(?:dijimos|elegimos|decidimos|hablamos|acordamos|dije|te dije|me dijiste)',
  "(?:avons-nous|nous avons|on a|ai-je|j[’']ai) (?:dit|choisi|d[ée]cid[ée]|parl[ée](?: de)?|convenu|pr[ée]vu)",
  'd[ée]j[àa](?=\\s*[?])',
  '(?:escolhemos|decidimos|dissemos|fal[áa]mos|combin[áa]mos)(?: sobre)?',
  '(?:abbiamo|avevamo|ho|avevo) (?:detto|scelto|deciso|parlato(?: di)?|concordato)',
  'мы (?:уже )?(?:выбрали|решили|говорили|обсуждали|договорились)(?: о| об| про)?',
].map(word)

const PASSING_UNSPACED = [
  'っけ(?=[？?。]?\\s*$)',
  '还?记得(?:吗)?',
  '我们(?:上次|之前|以前)(?:说过|聊过|谈过|选|决定)(?:的|了)?',
]

const ANY = [...PLAIN, ...PLAIN_UNSPACED, ...PASSING, ...PASSING_UNSPACED].join('|')
const NAMED = new RegExp([...PLAIN, ...PLAIN_UNSPACED].join('|'), 'iu')
const PARTS = new RegExp(ANY, 'giu')
const SOMETHING = /[\p{L}\p{N}]{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

export interface LookUp {
  /** What to look for: the person's words without those that ask for it. */
  what: string
  /** The earlier talk itself is spoken of; otherwise it may be meant, and a person may just as well speak of something else. */
  isPlain: boolean
}

/** What to look for; null where nothing said before is asked for, or nothing is left to look for. */
export function whatToLookUp(text: string): LookUp | null {
  const rest = text.replace(PARTS, ' ')
  if (rest === text) return null
  const isPlain = NAMED.test(text)
  if (!isPlain && !asksInPassing(text)) return null
  const what = rest
    .replace(/\s+/gu, ' ')
    .replace(/^[\s:,;.!?¿¡–-]+/u, '')
    .trim()
  return SOMETHING.test(what) ? { what, isPlain } : null
}

const asksInPassing = (text: string): boolean =>
  sentences(text).some((sentence) => /[?？]$/u.test(sentence) && sentence.search(PARTS) >= 0)
