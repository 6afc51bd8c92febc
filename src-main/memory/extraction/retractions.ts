/** What takes back, corrects or cancels something said before: nine languages. Pure; what it is about is looked up elsewhere. */

export type Retraction =
  /** “Forget that”, “I was joking”: what was said just before. */
  | { kind: 'takes_back' }
  /** “Forget that I am vegetarian”, “forget my address”. */
  | { kind: 'forget'; about: string }
  /** “Actually it is 4712”, “I meant Tuesday, not Monday”: another value for what was said just before. */
  | { kind: 'replace'; value: string; instead: string | null }
  /** “The appointment is cancelled”, “I don’t need to call the plumber any more”. */
  | { kind: 'cancel'; about: string }
  /** “I sold my car”, “our dog died”: what one had is gone. The sentence itself may be worth keeping. */
  | { kind: 'lost'; about: string }

const whole = (...parts: readonly string[]): RegExp => new RegExp(`^(?:${parts.join('|')})$`, 'iu')

const BARE = whole(
  '(?:please )?(?:forget|ignore|disregard|scratch|strike|delete|drop|undo) (?:about )?(?:that|it|this|what i (?:just )?said|my last (?:message|sentence))(?: again)?(?:,? please)?',
  '(?:oh )?never ?mind(?: (?:that|it|what i said))?',
  "(?:i(?:['’]m| am| was)(?: just| only)? |just |only )(?:kidding|joking)(?: .{0,20})?",
  "(?:that|it|this)(?:['’]s| was| is) (?:just |only )?(?:a joke|not true|wrong|a mistake|incorrect|nonsense|a lie|not right)(?:,? sorry)?",
  'jk|i take (?:that|it) back|april fools.*',
  'vergiss (?:das|es)(?: wieder| bitte| einfach)*|(?:bitte )?streich das(?: wieder)?|ignoriere? das|(?:das )?(?:war |ist )?(?:nur |bloß )?(?:ein |’n )?(?:kleiner )?(?:witz|scherz|spaß)|nur spaß|das (?:war falsch|ist falsch|stimmt (?:gar )?nicht|war ein fehler|ist nicht wahr|war quatsch|war gelogen)|ich nehme das zurück',
  'olv[ií]da(?:lo| eso| esto)(?:,? por favor)?|(?:era|es) (?:una )?broma|estaba bromeando|bromeaba|eso (?:no es (?:verdad|cierto)|era falso|estaba mal|es mentira)|borra eso|retiro lo dicho|ignora eso',
  "oublie (?:ça|cela|ce que j['’]ai dit)|laisse tomber|je plaisant(?:e|ais)|c['’]était (?:une blague|faux|une erreur)|c['’]est faux|ce n['’]est pas vrai|ignore ça",
  'esque(?:ce|ça)(?: isso| isto)?|(?:estava (?:a brincar|brincando)|é brincadeira|era brincadeira)|isso (?:não é verdade|estava errado|é mentira)|apaga isso|ignora isso',
  'dimentica(?:lo|telo)?|dimentica quello che ho detto|lascia perdere|scherzavo|sto scherzando|era uno scherzo|non è vero|era sbagliato|ignora(?:lo)?',
  'забудь(?: об этом| это)?|шучу|(?:я )?пошутил[а]?|это была шутка|это неправда|это (?:было )?неверно|не обращай внимания',
  '(?:今の|さっきの|それ)(?:話)?(?:は|を)?(?:忘れて(?:ください)?|なしで|取り消し(?:ます|で)?)|冗談(?:です|だよ|でした)?|(?:今の|さっきの|それ)は(?:嘘|間違い|冗談)(?:です|でした|だよ|だった)',
  '(?:请)?(?:忘了|忘掉|忽略|忘记)(?:它|这个|那个|刚才(?:说)?的(?:话)?)?吧?|当我没说|(?:我)?(?:是)?开玩笑(?:的)?|我?(?:刚才)?说错了|那(?:是)?(?:不对|错)的|(?:那)?不是真的',
)

const FORGET: readonly RegExp[] = [
  /^(?:please |you can |kindly )*(?:forget|stop remembering)(?: everything| all| anything)? (?:(?:that|about|what i (?:said|told you|mentioned) about|the (?:thing|part|fact) (?:that |about ))(?= ) )?(?<about>(?!to\b|me\b|it\b[.!]*$|about it|that\b[.!]*$).{2,})$/iu,
  /^(?:please )?(?:delete|remove|erase|drop) (?:from (?:your )?memory (?:that )?|(?:the|your) memor(?:y|ies) (?:of|about|that) |what i (?:said|told you) about )(?<about>.{2,})$/iu,
  /^(?:bitte )?vergiss,? (?:bitte,? )?(?:dass |was ich (?:über|zu|von) |das mit (?:dem |der |den )?)?(?<about>(?!nicht|nie|das\b[.!]*$|es\b[.!]*$).{2,}?)(?: gesagt habe)?$/iu,
  /^(?:por favor,? )?olvida (?:que |lo de |lo que (?:te )?dije (?:de |sobre ))?(?<about>(?!eso|esto).{2,})$/iu,
  /^(?:s['’]il te plaît,? )?oublie (?:que |qu['’]|ce que j['’]ai dit (?:sur |de |à propos de ))?(?<about>(?!ça|cela|pas).{2,})$/iu,
  /^(?:por favor,? )?esque(?:ce|ça) (?:que |o que eu (?:te )?disse (?:sobre |de ))?(?<about>(?!isso|isto).{2,})$/iu,
  /^(?:per favore,? )?dimentica (?:che |quello che (?:ti )?ho detto (?:su |di |sul |sulla ))?(?<about>.{2,})$/iu,
  /^(?:пожалуйста,? )?забудь,? (?:что |про |о том,? что |то,? что я (?:говорил[а]?|сказал[а]?) (?:про |о ))?(?<about>(?!это|об этом).{2,})$/iu,
  /^(?<about>.{2,}?)(?:のこと|という(?:こと|の|話))?(?:は|を)忘れて(?:ください|下さい|ね)?$/u,
  /^(?:请)?(?:忘了|忘掉|忘记|删除|删掉)(?:关于)?(?<about>(?!它|这个|那个|刚才).{2,}?)(?:这件事|的事|的记忆)?$/u,
]

const CANCEL: readonly RegExp[] = [
  /^i (?:no longer|don['’]t|do not) (?:need|have|want|plan) to (?<about>.{3,}?),? (?:any ?more|any longer|now|after all)$/iu,
  /^i no longer (?:need|have|want|plan) to (?<about>.{3,})$/iu,
  /^(?:my |the |our )?(?<about>.{3,60}?) (?:is|was|has been|have been|got|are) (?:now )?(?:cancell?ed|called off|off)$/iu,
  /^(?:i|we)(?:['’]ve| have)? (?:cancell?ed|called off) (?:my |the |our )?(?<about>.{3,})$/iu,
  /^never ?mind (?:about )?(?:the |my )?(?<about>.{3,})$/iu,
  /^(?:the |my |our )?(?<who>[\p{L}.’' -]{2,40}?) (?:has |have |had |just )*(?:cancell?ed|called off) (?:my |the |our |his |her )?(?<about>.{3,})$/iu,
  /^ich muss (?<about>.{3,}?) (?:nicht|keine?n?) mehr \p{L}+$/iu,
  /^ich brauche? (?<about>.{3,}?) (?:nicht mehr|doch nicht)(?: zu \p{L}+)?$/iu,
  /^(?:mein |meine |der |die |das )?(?<about>.{3,60}?) (?:ist|wurde|wird|sind) (?:leider )?(?:abgesagt|gestrichen|storniert)(?: worden)?$/iu,
  /^(?:der |die |das |mein |meine )?(?<about>.{3,60}?) (?:fällt aus|hat sich erledigt)$/iu,
  /^ich habe? (?:den |die |das |meinen |meine )?(?<about>.{3,}?) (?:abgesagt|storniert)$/iu,
  /^(?:der |die |das |mein |meine )?(?<who>[\p{L}. -]{2,40}?) hat (?:leider )?(?:den |die |das |meinen |meine |unseren |unsere )?(?<about>.{3,60}?) (?:abgesagt|storniert|gestrichen)$/iu,
  /^(?:el |la |mi )?(?<who>[\p{L}. -]{2,40}?) (?:me )?(?:ha cancelado|canceló|ha anulado|anuló) (?:mi |el |la )?(?<about>.{3,})$/iu,
  /^(?:le |la |l['’]|mon |ma )?(?<who>[\p{L}. -]{2,40}?) (?:m['’])?a annulé (?:mon |ma |le |la |l['’])?(?<about>.{3,})$/iu,
  /^(?:o |a |meu |minha )?(?<who>[\p{L}. -]{2,40}?) (?:cancelou|desmarcou) (?:o |a )?(?:meu |minha )?(?<about>.{3,})$/iu,
  /^(?:il |la |lo |l['’])?(?<who>[\p{L}. -]{2,40}?) (?:mi )?ha (?:annullato|disdetto|cancellato) (?:il |la |l['’])?(?:mio |mia )?(?<about>.{3,})$/iu,
  /^(?<who>(?!(?:я|мы)(?!\p{L}))[\p{L} -]{2,40}?) отменил[аи]? (?:мой |мою |моё )?(?<about>.{3,})$/iu,
  /^(?<who>[^、。はが]{1,12}?)(?:は|が)(?<about>[^、。]{2,20}?)をキャンセルし(?:た|ました)$/u,
  /^(?<who>[^，。我]{1,10}?)取消了(?:我的?)?(?<about>[^，。]{2,20})$/u,
  /^ya no (?:tengo que|necesito|hace falta|debo) (?<about>.{3,})$/iu,
  /^(?:mi |el |la )?(?<about>.{3,60}?) (?:está|fue|ha sido|se ha|se) (?:cancelad[oa]|canceló|anulad[oa]|anuló)$/iu,
  /^(?:he cancelado|cancelé|anulé) (?:mi |el |la )?(?<about>.{3,})$/iu,
  /^je (?:n['’]ai plus besoin (?:de |d['’])|ne dois plus )(?<about>.{3,})$/iu,
  /^(?:mon |ma |le |la |l['’])?(?<about>.{3,60}?) (?:est|a été) annulée?$/iu,
  /^j['’]ai annulé (?:mon |ma |le |la |l['’])?(?<about>.{3,})$/iu,
  /^(?:já não (?:preciso de|tenho de|tenho que|preciso)|não preciso mais(?: de)?|não tenho mais (?:de|que)) (?<about>.{3,})$/iu,
  /^(?:o |a )?(?:meu |minha )?(?<about>.{3,60}?) (?:foi|está) cancelad[oa]$/iu,
  /^cancelei (?:o |a )?(?:meu |minha )?(?<about>.{3,})$/iu,
  /^non (?:devo più|ho più (?:bisogno di|da)) (?<about>.{3,})$/iu,
  /^(?:il |la |l['’])?(?:mio |mia )?(?<about>.{3,60}?) è (?:stat[oa] )?(?:annullat[oa]|cancellat[oa]|saltat[oa])$/iu,
  /^ho (?:annullato|disdetto) (?:il |la |l['’])?(?:mio |mia )?(?<about>.{3,})$/iu,
  /^(?:мне )?больше не (?:нужно|надо) (?<about>.{3,})$/iu,
  /^(?:мой |моя |моё )?(?<about>.{3,60}?) (?:отмен(?:ился|илась|илось|или|ён|ена|ено|ены))$/iu,
  /^(?:мой |моя )?(?<about>.{3,60}?) отменяется$/iu,
  /^я отменил[а]? (?<about>.{3,})$/iu,
  /^(?<about>.{2,30}?)(?:は|が|を)?(?:キャンセル|中止)(?:した|しました|になりました|になった|にしました)$/u,
  /^もう(?<about>.{2,30}?)(?:必要(?:は|が)?(?:ない|なくなった|ありません)|なくてよくなった)$/u,
  /^(?:我的)?(?<about>.{2,30}?)(?:被)?取消了$/u,
  /^我?(?:已经)?取消了(?<about>.{2,30})$/u,
  /^(?:我)?不(?:用|需要)(?:再)?(?<about>.{2,30}?)了$/u,
]

const LOST: readonly RegExp[] = [
  /^(?:i|we)(?: have|['’]ve)? (?:just |recently )?(?:(?:sold|gave away|given away|got rid of) (?:my|our|the)|lost (?:my|our)) (?<about>(?!way|mind|temper|keys|phone|wallet|breath|voice|appetite|focus|patience|train of thought).{2,60})$/iu,
  /^(?:i|we)(?: have|['’]ve)? (?:just |recently )?(?:gave|given|donated|sold) (?:my|our|the) (?<about>.{2,40}?) (?:away|to .{2,40})$/iu,
  /^(?:my|our) (?<about>.{2,40}?) (?:died|passed away|has died|is dead|has passed away)\b.*$/iu,
  // “Minka died”: only what is known of a Minka ends
  /^(?<about>\p{Lu}\p{Ll}+) (?:died|passed away|has died|has passed away|ist gestorben|starb|murió|ha muerto|falleció|est morte?|est décédée?|morreu|faleceu|è mort[oa]|умер(?:ла)?|погиб(?:ла)?)(?!\p{L})[^,]*$/u,
  /^[Ii](?: have|['’]ve)? (?:just |recently |finally )?(?:quit|left|resigned from) (?:my job (?:at|as|with) )?(?<about>(?:my job|the job|[\p{Lu}].{1,40}|a(?:n)? .{2,40}|the .{2,40}))$/u,
  /^my (?<allergy>.{2,30}?) allerg(?:y|ies) (?:is|are|has|have) (?:now |completely |finally |all )*(?:gone|disappeared|vanished|cured|gone away|over)\b.*$/iu,
  /^i(?: have|['’]ve)? (?:outgrown|got over|gotten over|grown out of) my (?<allergy>.{2,30}?) allerg(?:y|ies)$/iu,
  /^meine (?<allergie>\p{L}{3,30}?)-?allergie ist (?:jetzt |wieder )?(?:weg|verschwunden|vorbei|geheilt)$/iu,
  /^ich habe? (?:meinen job |meine stelle )?(?:bei|beim) (?<about>.{2,40}?) (?:gekündigt|aufgehört)$/iu,
  /^ich habe? mit (?:dem |der )?(?<about>.{2,40}?) aufgehört$/iu,
  /^(?:he dejado|dejé) (?:mi (?:trabajo|puesto|empleo) en |el trabajo en )(?<about>.{2,40})$/iu,
  /^(?:he renunciado|renuncié) (?:a mi (?:trabajo|puesto|empleo) )?en (?<about>.{2,40})$/iu,
  /^j['’]ai (?:quitté (?:mon (?:travail|poste|emploi) chez )?|démissionné de (?:chez )?)(?<about>\p{L}.{1,40})$/iu,
  /^(?:saí|despedi-me|demiti-me|me demiti) d[aoe] (?<about>.{2,40})$/iu,
  /^(?:ho lasciato (?:il (?:mio )?(?:lavoro|posto) (?:al|alla|in|da|presso) )|mi sono licenziat[oa] (?:da|dal|dalla) )(?<about>.{2,40})$/iu,
  /^я (?:уволил(?:ся|ась)|уш[её]л|ушла) (?:из|с|от) (?<about>.{2,40})$/iu,
  /^(?:(?:私|僕)は)?(?<about>[^、。をは]{2,20}?)を(?:辞めました|辞めた|退職しました|退職した)$/u,
  /^我(?:已经)?从(?<about>[^，。]{2,15}?)(?:辞职|离职|退休)了?$/u,
  /^i(?: have|['’]ve)? (?:stopped|quit|given up|gave up) (?<about>\p{L}[^,;]{1,40})(?:[,;] .*)?$/iu,
  /^ich habe? (?:mein|meine|meinen|unser\p{L}*) (?<about>.{2,40}?) (?:verkauft|verloren|weggegeben|verschenkt)$/iu,
  /^(?:mein|meine|unser|unsere) (?<about>.{2,40}?) (?:ist (?:gestorben|tot)|starb)\b.*$/iu,
  /^ich habe? (?:aufgehört|es aufgegeben),? (?<about>.{2,40})$/iu,
  /^(?:he vendido|vendí|perdí|regalé) mi (?<about>.{2,40})$/iu,
  /^mi (?<about>.{2,40}?) (?:murió|ha muerto|falleció)\b.*$/iu,
  /^(?:he dejado|dejé) (?:de |el |la )(?<about>[^,;]{2,40})(?:[,;] .*)?$/iu,
  /^j['’]ai (?:vendu|perdu|donné) m(?:on|a|es) (?<about>.{2,40})$/iu,
  /^m(?:on|a) (?<about>.{2,40}?) est (?:morte?|décédée?)\b.*$/iu,
  /^j['’]ai arrêté (?:de |d['’]|le |la |les |l['’])(?<about>[^,;]{2,40})(?:[,;] .*)?$/iu,
  /^(?:vendi|perdi|dei) (?:o meu|a minha|meu|minha) (?<about>.{2,40})$/iu,
  /^(?:o meu|a minha|meu|minha) (?<about>.{2,40}?) (?:morreu|faleceu)\b.*$/iu,
  /^(?:deixei|parei) (?:de |com [oa] |[oa] )(?<about>[^,;]{2,40})(?:[,;] .*)?$/iu,
  /^ho (?:venduto|perso|regalato) (?:il mio|la mia) (?<about>.{2,40})$/iu,
  /^(?:il mio|la mia) (?<about>.{2,40}?) è mort[oa]\b.*$/iu,
  /^ho smesso (?:di |con (?:il |la |lo )?)(?<about>[^,;]{2,40})(?:[,;] .*)?$/iu,
  /^я продал[а]? (?:свою|свой|свою|мою|мой) (?<about>.{2,40})$/iu,
  /^мо[йяёи] (?<about>.{2,40}?) (?:умер(?:ла)?|погиб(?:ла)?)(?!\p{L}).*$/iu,
  /^я (?:бросил[а]?|перестал[а]?) (?<about>.{2,40})$/iu,
  /^(?:(?:私|僕)の)?(?<about>[^、。]{1,15}?)(?:を(?:売りました|売った|手放しました|手放した)|が(?:亡くなりました|亡くなった|死にました|死んだ))$/u,
  /^我(?:已经)?(?:把)?(?:我的)?(?<about>[^，。]{1,12}?)(?:卖了|卖掉了|去世了|死了)$/u,
]

/** Before a correction. Those that are words of other sentences too need a sign after them: “no, it is …”. */
const LEADS =
  '(?:(?:sorry|oops|ups|no,? wait|no|nope|wait|correction|my mistake|my bad|pardon|scratch that|rather|well|hmm|oh|ah|but|nein|moment|korrektur|entschuldigung|quatsch|ach|doch|perdón|espera|corrección|mejor dicho|désolée?|non|attends|plutôt|desculp[ae]|não|correção|aliás|ou melhor|scusa(?:mi)?|aspetta|correzione|anzi|извини(?:те)?|прости(?:те)?|ой|нет|поправка|точнее|вернее)(?: ?[,:.!;]+| [—–-])|(?:actually|in fact|i mean|eigentlich|tatsächlich|en realidad|de hecho|en fait|na verdade|in realtà|на самом деле|вообще-то)[,:]?)'
const LEADS_EAST =
  '(?:すみません|ごめん(?:なさい)?|いや|いえ|違う|違います|訂正|間違えました|間違えた|正しくは|実は|やっぱり|抱歉|不好意思|不对|等等|更正|其实|我?说错了|准确地说)'
const WRONG =
  "(?:(?:that|this|it)(?:['’]s| is| was) (?:not (?:true|right|correct|quite right)|wrong|incorrect)|i (?:was (?:wrong|mistaken)|made a mistake|got (?:that|it) wrong|mixed (?:that|it) up|(?:told|gave) you (?:the|a) wrong \\p{L}+)|das (?:war falsch|ist falsch|stimmt (?:so )?nicht|war ein fehler)|(?:da )?(?:habe )?ich (?:habe )?mich (?:geirrt|vertan|vertippt)|ich habe mich (?:geirrt|vertan|vertippt)|eso (?:estaba mal|no es (?:cierto|verdad))|me (?:equivoqué|he equivocado)|c['’](?:était|est) faux|ce n['’](?:est|était) pas (?:vrai|juste)|je me suis trompée?|isso (?:estava errado|não é verdade)|enganei-me|me enganei|era sbagliato|non è vero|mi sono sbagliat[oa]|это (?:было )?(?:неверно|неправда)|я (?:ошиб(?:ся|лась)|перепутал[а]?))"
/** Words before a statement that say: this corrects what was said. */
const CORRECTS = new RegExp(`^(?:(?:${LEADS} |${LEADS_EAST}[、，,。：: ]*|${WRONG} ?[,:.;]* (?:— |– |- )?)+)`, 'iu')

const IT_IS =
  "(?:(?:it|that|this|she|he)(?:['’]s| is| was| should be| should have been| will be)|they(?:['’]re| are)|make (?:that|it)|i (?:actually )?meant(?: to say)?|(?:es|das|er|sie) (?:ist|heißt|sind|lautet|wird)|ich mein(?:t)?e|(?:es|era|son|será)|quer[ií]a decir|quise decir|c['’](?:est|était)|(?:il|elle) est|je voulais dire|(?:é|era|são)|queria dizer|quis dizer|(?:è|era|sono)|volevo dire|это|я имел[а]? в виду|应该是|是)"
/** What is thought of something is no other value for it: “Oh, that's great”, “Das ist doch toll”. */
const OPINION = new RegExp(
  `^(?:(?:so|such|very|quite|pretty|really|super|too|just|totally|absolutely|kind of|a bit|a little|still|not|always|sehr|so|echt|ganz|wirklich|nicht|ziemlich|muy|tan|bastante|realmente|très|trop|si|vraiment|assez|muito|tão|mesmo|molto|così|davvero|proprio|очень|так|совсем|とても|すごく|本当に|很|太|非常|真) ?)*(?:(?:a|an|the|one|my|your|eine?n?|una?|une?|um|uma|un[ao]?) (?:very |really |such )?)?(?:good|great|nice|cool|fine|ok|okay|fun|funny|awesome|amazing|wonderful|fantastic|lovely|beautiful|perfect|excellent|interesting|inspiring|sad|tough|hard|bad|terrible|awful|weird|strange|crazy|sweet|kind|cute|adorable|gorgeous|impressive|helpful|useful|important|true|right|correct|exciting|touching|rewarding|fulfilling|empowering|encouraging|uplifting|incredible|brilliant|clever|smart|pity|shame|pleasure|problem|relief|joke|idea|\\p{L}+ing(?= (?:to|that|how|when|what|seeing|a|the|me|us|my|for)(?!\\p{L}))|${'(?:gut|toll|schön|super|klasse|prima|nett|lieb|cool|wunderbar|wahr|richtig|schade|schlecht|schlimm|traurig|komisch|seltsam|lustig|interessant|egal|klar|okay|bien|bueno|buena|genial|estupendo|bonito|verdad|cierto|mal|malo|triste|raro|gracioso|interesante|una pena|super|génial|bien|bon|bonne|beau|belle|vrai|juste|dommage|triste|drôle|bizarre|intéressant|gentil|ótimo|ótima|bom|boa|legal|fixe|giro|verdade|certo|mau|triste|engraçado|bello|bella|buono|buona|fantastico|vero|giusto|peccato|triste|strano|divertente|interessante|gentile|хорошо|отлично|здорово|круто|красиво|правда|верно|плохо|грустно|странно|смешно|интересно|жаль|приятно)'})(?!\\p{L})|^(?:いい|良い|すごい|素敵|最高|本当|面白|残念|好|不错|很好|太好|对|真的|可惜|有趣|有意思)`,
  'iu',
)
/** “Oh”, “well” and “really” alone correct nothing: then only a name, a number or a day is another value. */
const WEAK =
  /^(?:(?:oh|ah|well|hmm|but|ach|doch|ой|ben|bon|bueno|pues|beh|bem)[,.!:; –—-]+)+(?!(?:sorry|oops|no|nope|wait|actually|nein|moment|perdón|désolée?|scusa|desculp[ae]|извини)(?!\p{L}))|^(?:it|that)(?:['’]s| is| was) (?:really|now)(?!\p{L})|^(?:es|das) ist doch(?!\p{L})/iu
const NAMED = /^(?:(?:on|at|in|am|um|im|el|le|il) )?(?:[\p{Lu}\d]|[+\d]|\S+@)/u

const REPLACE: readonly RegExp[] = [
  new RegExp(
    `^(?<lead>(?:${LEADS} )+)${IT_IS} (?:actually |really |eigentlich |doch |en realidad |in realtà |na verdade |en fait )?(?<value>.{1,80})$`,
    'iu',
  ),
  /^(?:it|that)(?:['’]s| is| was) (?:actually|really|supposed to be|now) (?<value>.{1,80})$/iu,
  /^(?:es|das) ist (?:eigentlich|doch|in wirklichkeit|jetzt|tatsächlich) (?<value>.{1,80})$/iu,
  /^(?:en realidad|de hecho),? (?:es|son|era) (?<value>.{1,80})$/iu,
  /^(?:i (?:actually )?meant(?: to say)?|ich meinte|quise decir|quería decir|je voulais dire|queria dizer|quis dizer|volevo dire|я имел[а]? в виду) (?<value>.{1,80})$/iu,
  /^i mean,? (?<value>(?!(?:it|that|this|you|him|her|them|what|the same|nothing|well|business)(?!\p{L}))(?:\S+ ){0,3}\S+)$/iu,
  /^(?:correction|korrektur|corrección|correção|correzione|поправка|訂正|更正)[:：] ?(?<value>.{1,60})$/iu,
  new RegExp(
    `^${LEADS_EAST}[、，,。： ]*(?:不是.{1,30}[，,]?)?(?:而?是|应该是)?(?<value>[^，。、]{1,30}?)(?:です|でした|だ)?$`,
    'u',
  ),
]
const NOT_BUT: readonly RegExp[] = [
  /^(?:please )?(?:use|take|write to) (?<value>\S{2,60}) (?:instead of|and not|not|rather than) (?<instead>\S{2,60})$/iu,
  /^(?:(?:it|that|he|she)(?:['’]s| is| was) )?(?<value>[^,]{1,60}?), (?:and )?not (?<instead>[^,]{1,60})$/iu,
  /^(?:it|that|he|she)(?:['’]s| is| was) (?<value>(?!not )[^,]{1,60}?) not (?<instead>[^,]{1,60})$/iu,
  /^(?:(?:it|that)(?:['’]s| is| was) )?not (?<instead>[^,]{1,60}?)[,;—–-]+ ?(?:but |it['’]s |it is )?(?<value>[^,]{1,60})$/iu,
  /^(?:(?:es|das) ist )?nicht (?<instead>[^,]{1,60}), sondern (?<value>[^,]{1,60})$/iu,
  /^no (?:es )?(?<instead>[^,]{1,60}),? sino (?<value>[^,]{1,60})$/iu,
  /^(?:ce n['’]est )?pas (?<instead>[^,]{1,60}),? mais (?<value>[^,]{1,60})$/iu,
  /^não (?:é )?(?<instead>[^,]{1,60}),? (?:mas sim|e sim|mas) (?<value>[^,]{1,60})$/iu,
  /^non (?:è )?(?<instead>[^,]{1,60}),? (?:ma|bensì) (?<value>[^,]{1,60})$/iu,
  /^(?:это )?не (?<instead>[^,]{1,60}), а (?<value>[^,]{1,60})$/iu,
  /^(?<instead>[^、。]{1,30})(?:では|じゃ)なくて?、?(?<value>[^、。]{1,30}?)(?:です|でした|だ)?$/u,
  /^不是(?<instead>[^，。]{1,30})[，,]?(?:而)?是(?<value>[^，。]{1,30})$/u,
]

/** A statement of the person's own is no value: “Sorry, I am not allergic” is read as what it says. */
const STATEMENT =
  /^(?:i|i['’]m|i['’]ve|my|we|our|ich|mein\p{L}*|yo|mi|soy|tengo|je|j['’]|mon|ma|eu|o meu|a minha|sou|tenho|io|il mio|la mia|ho|я|у меня|мой|моя|мне)(?!\p{L})|^(?:私|僕|我)/iu

const MEANT = /^(?:i (?:actually )?meant|ich mein|je voulais dire|я имел)/iu

const plain = (sentence: string): string =>
  sentence
    .replace(/[.!。！…]+$/u, '')
    .replace(
      /,? (?:please|thanks|thank you|bitte|danke|por favor|s['’]il (?:te|vous) plaît|merci|per favore|пожалуйста)$/iu,
      '',
    )
    .replace(/^(?:(?:ok(?:ay)?|and|und|y|et|e|и)[,.]? )+/iu, '')
    .trim()

/** What a sentence takes back, if it does. A question takes nothing back. */
export function retractionIn(sentence: string): Retraction | null {
  if (/[?？]\s*$/u.test(sentence)) return null
  const said = plain(sentence)
  const bare = said.replace(CORRECTS, '')
  if (BARE.test(said) || BARE.test(bare) || (bare === '' && new RegExp(WRONG, 'iu').test(said)))
    return { kind: 'takes_back' }
  // why it is so no more stands behind: “…, Jonas lends me one”
  const first = bare.replace(/[,;] .*$/su, '')
  const cancelled = about(CANCEL, bare) ?? about(CANCEL, said) ?? about(CANCEL, first)
  if (cancelled !== null) return { kind: 'cancel', about: thingAlone(cancelled) }
  const forgotten = about(FORGET, said)
  if (forgotten !== null) return { kind: 'forget', about: forgotten.replace(WHY_IT_IS, '') }
  const lost = about(LOST, bare)
  if (lost !== null) return { kind: 'lost', about: lost.replace(AND_THEN, '').replace(SINCE_WHEN, '') }
  return replacement(said, bare)
}

/** “Forget the gate code, it has changed”: why is no part of what is meant. */
const WHY_IT_IS =
  /[,;] (?:because|since|weil|denn|porque|car|parce|perché|потому|i|he|she|it|they|we|ich|er|sie|es|wir|él|ella|il|elle|ele|ela|lui|lei|он|она|это)(?!\p{L}).*$/isu

/** “Eva just called, dinner tomorrow”: the thing, without what was said before it and without when it was to be. */
function thingAlone(cancelled: string): string {
  const last = cancelled.replace(/^.*[,;:] (?:(?:and|but|so|und|y|et|e|и) )?(?=\p{L}{3})/isu, '')
  const bare = last.replace(WHEN_IT_WAS, '').trim()
  return bare === '' ? last : bare
}

/** “I sold the Panda and bought a Skoda”. */
const AND_THEN =
  / (?:and|und|y|et|e|и) (?:i |we )?(?:have |habe )?(?:bought|got|now|take|taken|use|jetzt|compré|acheté|comprei|comprato|купил[а]?)(?!\p{L}).*$/iu
/** When something was given up or sold is no part of what it is. */
const SINCE_WHEN =
  / (?:yesterday|today|(?:last|this) \p{L}+|(?:\p{L}+|\d+) (?:days?|weeks?|months?|years?) ago|in (?:\d{4}|\p{L}+)|gestern|letzte[nrs]? \p{L}+|vor .{2,20}|ayer|hace .{2,20}|hier|il y a .{2,20}|ontem|há .{2,20}|ieri|.{2,20} fa|вчера|.{2,20} назад)$/iu
const WHEN_IT_WAS =
  /(?<!\p{L})(?:today|tonight|tomorrow|this (?:morning|afternoon|evening|week(?:end)?)|next \p{L}+|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|heute|morgen|übermorgen|(?:am )?(?:mon|diens|donners|frei|sams|sonn)tag|hoy|mañana|demain|aujourd['’]hui|hoje|amanhã|oggi|domani|сегодня|завтра)(?!\p{L})/giu

function about(forms: readonly RegExp[], said: string): string | null {
  for (const form of forms) {
    const { about: found, who, allergy, allergie } = form.exec(said)?.groups ?? {}
    if (allergy) return `${allergy} allergy allergic`
    if (allergie) return `${allergie}allergie ${allergie} allergisch`
    // “The dentist cancelled my appointment”: whose it was tells which one is meant
    if (found) return (who && !/^(?:i|we|ich|wir|yo|je|eu|io)$/iu.test(who) ? `${who} ${found}` : found).trim()
  }
  return null
}

function replacement(said: string, bare: string): Retraction | null {
  if (STATEMENT.test(bare) && !MEANT.test(bare)) return null
  for (const form of NOT_BUT) {
    const found = (form.exec(bare) ?? form.exec(said))?.groups
    if (found?.value && found.instead && !STATEMENT.test(found.value))
      return { kind: 'replace', value: trimmed(found.value), instead: trimmed(found.instead) }
  }
  for (const form of REPLACE) {
    const value = form.exec(said)?.groups?.value
    if (!value || STATEMENT.test(value) || OPINION.test(value)) continue
    const isOfAKind = NAMED.test(value) || KINDS.some((kind) => new RegExp(`^(?:${kind})`, 'iu').test(value))
    if (WEAK.test(said) && !isOfAKind) continue
    return { kind: 'replace', value: trimmed(value), instead: null }
  }
  return null
}

const trimmed = (text: string): string =>
  text
    .replace(/^(?:(?:it['’]s|it is|that['’]s|es ist|das ist|it|that) )/iu, '')
    .replace(/[.!,;]+$/u, '')
    .trim()

/** Whether the words before a statement say that it corrects something; and the statement without them. */
export function correctionLead(sentence: string): { corrects: boolean; rest: string } {
  const rest = sentence.replace(CORRECTS, '')
  return rest === '' || rest === sentence ? { corrects: false, rest: sentence } : { corrects: true, rest }
}

/** `content` with another value: in the place of what it is said instead of, of what is of its kind, or of what it says at its end. */
export function withValue(content: string, value: string, instead: string | null): string | null {
  if (instead !== null) {
    const at = content.toLowerCase().indexOf(instead.toLowerCase())
    return at < 0 ? null : content.slice(0, at) + value + content.slice(at + instead.length)
  }
  // “It's at 4” says the hour as the content does
  const bare = value.replace(/^(?:at|on|um|am|à|a las?|alle|às|в|на) (?=[\p{L}\d])/iu, '')
  const kind = KINDS.find((form) => new RegExp(`^(?:${form})$`, 'iu').test(bare))
  const places = kind ? [...content.matchAll(new RegExp(kind, 'giu'))] : []
  const place = places.at(-1)
  if (place) return content.slice(0, place.index) + bare + content.slice(place.index + place[0].length)
  const named = NAMES.exec(content)
  return named && value.split(/\s+/u).length <= 8 ? `${named[1]}${value}` : null
}

/** A mail address, a link, an hour, a day, a number with its unit or without. */
const KINDS: readonly string[] = [
  '[\\p{L}\\d._%+-]+@[\\p{L}\\d.-]+',
  'https?:\\/\\/\\S+',
  '\\d{1,2}[:.]\\d{2}(?: ?[ap]m)?|\\d{1,2} ?[ap]m',
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье|[月火水木金土日]曜日?|(?:周|星期)[一二三四五六日天]',
  '[+]?\\d[\\d ./-]*\\d|\\d+',
]
const NAMES =
  /^(.{2,80}?(?: is| are| lives in| live in|['’]s name is| called| named| ist| sind| heißt| heiße| wohne in| lebe in| es| son| se llama| vivo en| est| sont| s['’]appelle| habite à| é| são| chama-se| se chama| moro em| è| sono| si chiama| abito a| vivo a| зовут| живу в| это| —|は|是|叫|住在) ?)(?:[^.]{1,60})$/iu
