import { words } from './words'

/** What is said when a thing is done: it opens no topic, whatever else the same words may stand in. */
const SAID: ReadonlySet<string> = new Set(
  `thanks thank you thx tnx ty cheers ok okay k kk alright great good perfect awesome nice cool super wow lovely got it i see so much very many
  a lot sure yes yep yeah no nope please bye
  danke dank dir ihnen vielen schön sehr prima gut alles klar verstanden passt toll ja nein tschüss
  merci beaucoup d'accord parfait super oui non bien bonjour
  gracias muchas perfecto vale bien sí de acuerdo
  grazie mille perfetto va bene sì capito
  obrigado obrigada muito perfeito sim não
  teşekkürler teşekkür ederim tamam sağ ol evet hayır
  dankjewel bedankt dank je prima goed
  спасибо хорошо понятно да нет`
    .split(/\s+/u)
    .filter((word) => word !== ''),
)
const MOST_WORDS = 6
/** The same where no blanks part the words. */
const SAID_WITHOUT_BLANKS =
  /^(?:はい|いいえ|どうも|ありがとう(?:ございます|ございました)?|了解(?:です|しました)?|わかりました|分かりました|谢谢|好的|明白了?|多谢)+$/u

/** True for a message that only thanks, agrees or takes leave: “thx”, “ok, thank you so much!”. It goes with what was said before it. */
export function isCourtesy(text: string): boolean {
  if (text.length > 80 || /[?？]/u.test(text)) return false
  if (SAID_WITHOUT_BLANKS.test(text.replace(/[\p{P}\p{S}\s]+/gu, ''))) return true
  const said = words(text)
  return said.length > 0 && said.length <= MOST_WORDS && said.every((word) => SAID.has(word))
}
