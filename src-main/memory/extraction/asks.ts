/** “Remember that …” in nine languages: what the person asks to be kept is kept whole, however long it is. Pure. */
import type { MemoryCategory } from '@shared/memory'
import { hasMark } from './literals'
import type { Statement } from './said'

export interface Asked {
  category: Extract<MemoryCategory, 'fact' | 'task'>
  /** As it was said, literals still behind marks. */
  content: string
}

interface Asks {
  /** At the beginning of a clause; the group `content` is what is to be kept, empty where it follows on other lines. */
  facts: RegExp
  tasks: RegExp | null
  /** The whole sentence only asks to keep what was said just before. */
  back: RegExp
  /** At the end of a sentence: what stands before is to be kept. */
  tail: RegExp
}

const re = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'isu')

const EN_POLITE =
  "(?:(?:could|can|would|will) you (?:please |kindly |just |also |try to )*|please,? |pls |kindly |i(?:['’]d| would)? (?:like|want|need) you to |(?:you )?(?:should|must|need to) |make sure (?:to |you |that you )|be sure to |do |always |just |also |hey,? |one thing to )*"
const EN_KEEP =
  "(?:remember|never forget|don['’]?t (?:ever )?forget|do not forget|keep in mind|keep (?:a |this )?(?:note|in memory)|bear in mind|make (?:yourself )?a (?:mental )?note|take (?:a )?note|note (?:down|to self)|write (?:this |it |that )?down|jot (?:this |it )?down|memori[sz]e|save(?: this)? (?:to|in) (?:your )?memory|store(?: this)?(?: in (?:your )?memory)?|add(?: this)? to (?:your )?memory|commit(?: this)? to memory)"
const EN_LATER =
  '(?:,? ?(?:for (?:later|next time|the future|me|future reference)|from now on|always|please|of this|of the following|of|somewhere))*'

/** When one is to be reminded. */
const EN_WHEN =
  '(?:(?:on |by |at |this |next )?(?:tomorrow|today|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|week|weekend|month|noon|midnight|\\d{1,2}(?::\\d\\d)?(?: ?[ap]m)?|(?:january|february|march|april|may|june|july|august|september|october|november|december) \\d{1,2})(?: (?:morning|afternoon|evening|night))?|in (?:an?|\\d+|\\p{L}+) (?:minutes?|hours?|days?|weeks?|months?))'

const english: Asks = {
  facts: re(
    '^',
    EN_POLITE,
    '(?:',
    EN_KEEP,
    EN_LATER,
    "(?:,? that(?![’']s? )(?! (?:time|day|one|night|restaurant|place|movie|film|song|guy|trip|was|were)\\b)|(?:,? (?:the following(?: \\w+){0,2}|this|it|these(?: \\w+){0,2}|all (?:of )?this|something(?: \\w+)?|one (?:\\w+ )?thing|a few (?:\\w+ )?(?:things|facts)|some things|(?:two|three|four|five|several|some) (?:\\w+ )?(?:things|facts|points|details))(?: (?:about|for|of) (?:me|us|my \\w+|our \\w+))?)? ?[:：]| [-–—]|,? (?:the following|these)(?: \\w+){1,3}[.!]?$)",
    '|(?:save|store|record|log|keep|note)(?: (?:this|these|the following))(?: \\p{L}+){0,2} ?[:：]',
    "|(?:please )?note(?: that)?(?=(?:,)? (?:my|our|i|i[’'](?:m|ve|d))\\b)",
    '|',
    EN_KEEP,
    EN_LATER,
    ",?(?= (?:my|our|i|i[’'](?:m|ve|d|ll)|we|we[’']re|me as|the (?:\\p{L}+ ){1,4}(?:is|are|code|password|number|pin|date)\\b|this (?:\\p{L}+ ){0,2}(?:address|link|number|code|date|url|email)\\b)(?![’'\\p{L}]))",
    '|',
    EN_KEEP,
    EN_LATER,
    // “Remember the gate: 4711”, “Remember the shopping list: …”
    ',?(?= (?:the|our|this) [^:：.!?]{2,50}[:：])',
    '|(?:for (?:future|later|your|my) (?:reference|memory|notes)|for the record|for (?:the future|next time)|going forward|from now on|to remember|things? to remember)(?:,|:)(?= ?\\S)',
    '|(?:going forward|from now on|for the future)(?= )',
    ') ?(?<content>.*)$',
  ),
  tasks: re(
    '^',
    EN_POLITE,
    '(?:',
    "(?:remind me|don['’]?t let me forget)",
    `(?<when> ${EN_WHEN}(?= (?:to|about|that) ))?`,
    // “Remind me of the date” asks to be told, unless it is a day that comes
    `(?: to| about| that|(?= (?:i|i['’]\\p{L}+|my|our|we)(?!\\p{L}))|(?: of)?(?=.* ${EN_WHEN}(?!\\p{L})))`,
    ' (?!(?:to|of|me|what|which|who|where|when|why|how|if|breathe|smile|yourself)(?!\\p{L}))',
    '|',
    "(?:remember|don['’]?t forget|do not forget|never forget|note) to (?!self\\b|myself\\b)",
    '(?!(?:me|mention|ask|tell me|answer|reply|respond|stay|be|breathe|enjoy|believe|include|use|add|format|explain|keep|consider|check your|cite|smile|have fun|love|live|laugh|what|how|who|where|when|why|put down|set|play|open|turn|show|remind me|to)\\b)',
    ')(?!.*\\b(?:yourself|your (?:answer|reply|response)s?)\\b)(?<content>.{3,})$',
  ),
  back: re(
    '^',
    EN_POLITE,
    EN_KEEP,
    '(?: (?:that|this|it|these|all (?:of )?(?:that|this)|them))?',
    EN_LATER,
    '(?:,? (?:ok(?:ay)?|thanks?|thank you|please|will you|would you|could you|can you))*[.!?]*$',
  ),
  tail: re(
    // something must part the two: “I didn't store it” asks for nothing
    '^(?<content>.{6,}?)(?:(?:,| [-–—]|;|\\.) (?:and |so |but )?| (?:and|so|but) | (?=(?:please|pls|kindly|could you|can you|would you|will you|make sure|be sure)\\b))',
    EN_POLITE,
    EN_KEEP,
    ' (?:that|this|it)',
    EN_LATER,
    '(?:,? (?:ok(?:ay)?|thanks?|thank you|please))*[.!?]*$',
  ),
}

const german: Asks = {
  facts: re(
    '^(?:bitte |(?:kannst|könntest|würdest|magst) du (?:dir )?(?:bitte )?|ich (?:möchte|will|hätte gern),? dass du (?:dir )?|du (?:sollst|solltest|musst) (?:dir )?|(?:können|könnten) sie (?:sich )?(?:bitte )?)*',
    '(?:(?:merk|merke|merken sie|notier|notiere|notieren sie|schreib|schreibe|schreiben sie|speicher|speichere|behalt|behalte|behalten sie|präg|präge)(?: dir| sich| mir| es dir| das| dies)*(?: bitte| mal| doch| einfach| kurz| unbedingt| ruhig)*(?: (?:auf|ein|im kopf|im gedächtnis|in erinnerung|für später|gut))*|(?:merken|notieren|aufschreiben|einprägen|behalten|speichern)|vergiss (?:bitte )?(?:nicht|nie)|vergessen sie (?:bitte )?nicht|denk(?:e)? (?:bitte )?(?:immer )?(?:daran|dran)|nicht vergessen|beachte(?:n sie)?(?: bitte)?|nimm (?:bitte )?zur kenntnis)',
    '(?:,? (?:dass|daß)|(?:,? (?:folgendes|das folgende|folgende (?:dinge|punkte|sachen)|diese (?:dinge|punkte|sachen)|dies|das|eins|eines|etwas|eine sache)(?: über mich)?)? ?[:：]| [-–—]|,?(?= (?:mein|meine|meinen|unser|unsere|ich)(?!\\p{L}))|(?= (?:den|die|das|der) [^.!?]{2,60}(?:[:：]|[\\d\uE000])))',
    ' ?(?<content>.*)$',
  ),
  tasks: re(
    '^(?:bitte |(?:kannst|könntest|würdest) du (?:bitte )?)*(?:(?:erinner|erinnere|erinnern sie) mich (?:bitte )?(?:(?:daran|dran),? ?)?(?:an |dass ich |,? ?zu )?|mich (?:bitte )?(?:daran|dran) erinnern,? (?:dass ich )?|vergiss nicht,? (?=.* zu )|lass mich nicht vergessen,? )(?<content>.{3,})$',
  ),
  back: /^(?:(?:und |also )?(?:bitte |kannst du |könntest du |das solltest du )*)?(?:(?:merk|merke|merken sie|notier|notiere|schreib|speicher|speichere|behalte?)(?: dir| sich)?(?: das| dies| es)?(?: bitte)?(?: auf| gut| für später| im kopf)*|(?:dir )?das (?:bitte )?(?:merken|notieren|aufschreiben)|vergiss das (?:bitte )?nicht|(?:das )?(?:bitte )?nicht vergessen|denk dran)(?: bitte)?[.!?]*$/iu,
  tail: /^(?<content>.{6,}?)(?:,| [-–—]|;|\.)? (?:und |also )?(?:bitte )?(?:(?:merk|merke|notier|notiere|schreib|behalte?) dir das(?: bitte)?(?: auf)?|das bitte merken|bitte merken|vergiss das (?:bitte )?nicht|nicht vergessen)[.!?]*$/isu,
}

const spanish: Asks = {
  facts: re(
    '^(?:por favor,? |(?:puedes|podrías|podés) |quiero que |quisiera que |me gustaría que |(?:debes|tienes que) )*',
    '(?:recuerd[ae]s?|recordar|acuérdate|acordarte|ten(?:er)? (?:en cuenta|presente)|tengas en cuenta|no (?:te )?olvid(?:es|ar)|apunta|apúntate|apuntar|anota|anótate|anotar|toma(?:r)? nota|memoriza|memorizar|guarda(?:r)?(?: esto)?(?: en (?:tu )?memoria)?)',
    '(?: (?:bien|por favor|siempre|para (?:más tarde|después|la próxima|el futuro)))*(?: de)?(?:,? que|(?: (?:lo siguiente|esto|estas cosas|estos datos|una cosa|algo)(?: sobre mí)?)? ?[:：]| [-–—]|,?(?= (?:mi|mis|nuestr[oa]s?|soy|tengo|vivo)(?!\\p{L}))|(?= (?:el|la|los|las) [^.!?]{2,60}(?:[:：]|[\\d\uE000]))) ?(?<content>.*)$',
  ),
  tasks: re(
    '^(?:por favor,? |(?:puedes|podrías) )*(?:recuérdame|recordarme|recuérdeme|no me dejes olvidar|no (?:te )?olvides (?=\\p{L}+[aei]r(?:me|lo|la)?(?!\\p{L})))(?: que debo| que tengo que| que| de)? ?(?<content>.{3,})$',
  ),
  back: /^(?:y )?(?:por favor,? )?(?:recuérdalo|recuerda (?:eso|esto)|acuérdate(?: de (?:eso|esto|ello))?|no lo olvides|no te olvides(?: de (?:eso|esto|ello))?|apúntalo|anótalo|tenlo en cuenta|memorízalo|guárdalo)(?:,? por favor)?[.!]*$/iu,
  tail: /^(?<content>.{6,}?)(?:,| [-–—]|;|\.)? (?:y )?(?:por favor,? )?(?:recuérdalo|recuerda (?:eso|esto)|no lo olvides|apúntalo|anótalo|tenlo en cuenta|acuérdate)(?:,? por favor)?[.!]*$/isu,
}

const french: Asks = {
  facts: re(
    "^(?:s['’]il (?:te|vous) plaît,? |merci de |(?:peux|pourrais)-tu |(?:tu peux|tu pourrais|pouvez-vous|pourriez-vous) |j['’]aimerais que tu |je (?:veux|voudrais) que tu |il faut (?:que tu )?)*(?:te )?",
    "(?:souviens[- ]toi|souvenez[- ]vous|te souviennes|rappelle-toi|rappelez-vous|te rappelles|te rappeler|retiens|retenez|retenir|retiennes|note(?! ?: (?:the|this|that|if|you|it|in|an?|we|please|all|there|when|for|i|my|our)\\b)(?:z|r|s)?|n['’]oublie(?:z)? (?:pas|jamais)|ne pas oublier|garde(?:z|r|s)? (?:en tête|à l['’]esprit|en mémoire)|sache(?:z)?|mémorise(?:z|r|s)?|enregistre(?:z|r)?)",
    "(?:,? (?:bien|s['’]il te plaît|pour (?:plus tard|la prochaine fois)|ça|ceci|toujours))*(?:,? que |,? qu['’]|(?: (?:de )?(?:ceci|ce qui suit|cela|ces choses|une chose|quelque chose)(?: sur moi)?)? ?[:：] ?| [-–—]|,? (?=(?:mon|ma|mes|notre|nos|je|j['’]))| (?=(?:le|la|les|l['’]) ?[^.!?]{2,60}(?:[:：]|[\\d\uE000])))(?<content>.*)$",
  ),
  tasks: re(
    "^(?:s['’]il (?:te|vous) plaît,? |(?:peux|pourrais)-tu |tu peux )*(?:rappelle-moi|rappelez-moi|me rappeler|fais-moi penser(?: à)?|n['’]oublie pas (?=d))(?: que je dois| que| à| de| d['’])? ?(?<content>.{3,})$",
  ),
  back: /^(?:et )?(?:s['’]il te plaît,? )?(?:souviens-t['’]en|retiens(?:-le| ça| cela| bien)*|note(?:-le| ça| cela)|n['’]oublie pas(?: ça| cela)?|ne l['’]oublie pas|garde(?:-le| ça) en tête|rappelle-toi(?: de)? (?:ça|cela))(?:,? s['’]il te plaît)?[.!]*$/iu,
  tail: /^(?<content>.{6,}?)(?:,| [-–—]|;|\.)? (?:et )?(?:s['’]il te plaît,? )?(?:retiens-le|retiens ça|note-le|note ça|souviens-t['’]en|n['’]oublie pas|ne l['’]oublie pas|garde ça en tête)(?:,? s['’]il te plaît)?[.!]*$/isu,
}

const portuguese: Asks = {
  facts: re(
    '^(?:por favor,? |(?:podes|pode|poderias|poderia|você pode|você poderia) |(?:eu )?(?:quero|queria|gostaria) que (?:te |você |se )?)*',
    '(?:lembra(?:-te|r-te|r-se|r)?|lembre(?:-se|s)?|te lembres?|se lembre|não (?:te |se )?(?:esqueças|esqueça|esquece|esquecer)|tem em conta|tenha em (?:mente|conta)|ter em (?:mente|conta)|anota(?:r)?|anote|toma(?:r)? nota|tome nota|memoriza(?:r)?|memorize|guarda(?:r)?(?: isto| isso)?(?: na (?:tua |sua )?memória)?|guarde|grava|grave|fica sabendo|fique sabendo)',
    '(?: (?:bem|por favor|sempre|aí|para (?:depois|mais tarde|a próxima)))*(?: de)?(?:,? que|(?:,? (?:o seguinte|isto|isso|estas coisas|uma coisa)(?: sobre mim)?)? ?[:：]| [-–—]|(?= [oa]s? [^.!?]{2,60}(?:[:：]|[\\d\uE000]))|,?(?= (?:o meu|a minha|os meus|as minhas|meu|minha|meus|minhas|nosso|nossa|eu|sou|tenho|moro)(?!\\p{L}))) ?(?<content>.*)$',
  ),
  tasks: re(
    '^(?:por favor,? |(?:podes|pode|poderia) )*(?:lembra-me|lembre-me|me lembra|me lembre|lembrar-me|me lembrar|não me deix(?:es|e) esquecer|não te esqueças de (?=\\p{L}+[aei]r(?!\\p{L})))(?: que tenho (?:de|que)| de| que)? ?(?<content>.{3,})$',
  ),
  back: /^(?:e )?(?:por favor,? )?(?:lembra-te disso|lembre-se disso|não te esqueças(?: disso)?|não (?:se )?esqueça(?: disso)?|anota (?:isso|isto)|anote isso|guarda (?:isso|isto)|memoriza isso|lembra disso)(?:,? por favor)?[.!]*$/iu,
  tail: /^(?<content>.{6,}?)(?:,| [-–—]|;|\.)? (?:e )?(?:por favor,? )?(?:lembra-te disso|lembre-se disso|lembra disso|não te esqueças(?: disso)?|não (?:se )?esqueça(?: disso)?|anota (?:isso|isto|aí)|anote isso|guarda (?:isso|isto))(?:,? por favor)?[.!]*$/isu,
}

const italian: Asks = {
  facts: re(
    '^(?:per favore,? |per piacere,? |(?:puoi|potresti|può|potrebbe) |(?:vorrei|voglio) che (?:ti )?|devi )*',
    '(?:ricord(?:a|ati|arti|are|atelo|i)|si ricordi|non (?:ti )?(?:dimenticare|scordare|dimenticarti)|tieni (?:presente|a mente|conto)|tenere (?:presente|a mente)|annota(?:ti|re)?|segna(?:ti|rti)?|prendi nota|prendere nota|memorizza(?:re)?|salva(?: in memoria)?|sappi)',
    "(?: (?:bene|per favore|sempre|per (?:dopo|la prossima volta|il futuro)))*(?: di)?(?:,? che|(?:,? (?:quanto segue|questo|questa cosa|queste cose|una cosa)(?: su di me)?)? ?[:：]| [-–—]|(?= (?:il|la|i|le|l['’]) ?[^.!?]{2,60}(?:[:：]|[\\d\uE000]))|,?(?= (?:il mio|la mia|i miei|le mie|mio|mia|nostr[oa]|io|sono|ho|vivo)(?!\\p{L}))) ?(?<content>.*)$",
  ),
  tasks: re(
    '^(?:per favore,? |(?:puoi|potresti) )*(?:ricordami|ricordarmi|mi ricordi|fammi ricordare|non farmi dimenticare|non dimenticare di)(?: che devo| di| che)? ?(?<content>.{3,})$',
  ),
  back: /^(?:e )?(?:per favore,? )?(?:ricordatelo|ricordalo|ricorda (?:questo|quello)|non (?:lo )?dimenticar(?:lo|e)?|non te ne dimenticare|annotalo|segnatelo|segnalo|tienilo (?:presente|a mente)|memorizzalo)(?:,? per favore)?[.!]*$/iu,
  tail: /^(?<content>.{6,}?)(?:,| [-–—]|;|\.)? (?:e )?(?:per favore,? )?(?:ricordatelo|ricordalo|non dimenticarlo|annotalo|segnatelo|segnalo|tienilo (?:presente|a mente)|memorizzalo)(?:,? per favore)?[.!]*$/isu,
}

const russian: Asks = {
  facts: re(
    '^(?:пожалуйста,? |(?:можешь|мог(?:ла)? бы ты|ты можешь|не мог(?:ла)? бы ты|можете|не могли бы вы) (?:пожалуйста,? )?|(?:я )?хочу,? чтобы ты |прошу )*',
    '(?:запомни(?:те|ть|л[аи]?)?|помни(?:те|ть|л[а]?)?|не забудь(?:те)?|не забывай(?:те)?|име(?:й|йте|ть) в виду|запиши(?:те)?|записать|учти(?:те)?|учесть|сохрани(?:те)?(?: в памяти)?|заметь(?:те)?|отметь(?:те)?)',
    '(?:,? (?:пожалуйста|себе|это|на будущее|хорошенько))*(?:,? что|(?: (?:следующее|вот что|одну вещь|кое-что)(?: обо мне)?)? ?[:：]| [-–—]|(?= (?:код|пароль|номер|адрес|телефон|дат[уа]|пин)(?!\\p{L})[^.!?]*[\\d\uE000])|,?(?= (?:мо[йяёи]|мою|моего|наш\\p{L}*|у меня|я|мне|меня)(?!\\p{L}))) ?(?<content>.*)$',
  ),
  tasks: re(
    '^(?:пожалуйста,? |(?:можешь|ты можешь) )*(?:напомни(?:те|ть)?(?: мне)?|не дай мне забыть|не забудь(?:те)? (?=\\p{L}+(?:ть|ти)(?:ся)?(?!\\p{L})))(?:,? пожалуйста)?,? ?(?:что (?:мне (?:нужно|надо) )?|о том,? что )?(?<content>.{3,})$',
  ),
  back: /^(?:и )?(?:пожалуйста,? )?(?:запомни(?:те)?(?: (?:это|пожалуйста))*|запиши(?:те)? это|не забудь(?:те)?(?: (?:это|об этом|про это))?|имей(?:те)? (?:это )?в виду|учти(?:те)? это|помни об этом)(?:,? пожалуйста)?[.!]*$/iu,
  tail: /^(?<content>.{6,}?)(?:,| [-–—]|;|\.)? (?:и )?(?:пожалуйста,? )?(?:запомни(?:те)?(?: это)?|запиши(?:те)?(?: это)?|не забудь(?:те)?(?: (?:это|об этом))?|имей(?:те)? (?:это )?в виду|учти(?:те)?(?: это)?)(?:,? пожалуйста)?[.!]*$/isu,
}

const JA_KEEP =
  '(?:覚えて(?:おいて|いて|て|といて|ほしい(?:です)?)|おぼえて(?:おいて|いて|て)|覚えといて|記憶して(?:おいて)?|メモして(?:おいて)?|メモっといて|書き留めて(?:おいて)?|記録して(?:おいて)?|忘れないで(?:いて)?|心に留めて(?:おいて)?|保存して(?:おいて)?)(?:ください|下さい|くれ(?:る|ますか|ませんか)?|もらえ(?:る|ますか|ませんか)|いただけますか|欲しい(?:です)?|ほしい(?:です)?|ね|よ)*'
const japanese: Asks = {
  facts: re(
    `^(?:(?:次|以下|下記)の(?:こと|内容)?を|これを)?(?:${JA_KEEP}|覚え書き|メモ)[：:、。]?(?:[：:])(?<content>.*)$`,
  ),
  tasks: re(
    '^(?<content>.{3,}?)(?:こと|の)?(?:を|、|ように|って|と)?(?:リマインドして|思い出させて|(?<=ように)(?:知らせて|教えて))(?:ください|下さい|ほしい(?:です)?|くれ(?:る|ますか)?|ね)*[。!！?？]?$',
  ),
  back: re(
    `^(?:(?:これ|それ|この(?:こと)?|そのこと|今の(?:話)?)(?:は|を|、)?)?(?:ちゃんと|必ず|絶対|ぜひ)?${JA_KEEP}[。!！?？]*$`,
  ),
  tail: re(
    `^(?<content>.{3,}?)(?:という(?:こと|の)|ということ|こと|の)?(?:を|は|、|と|って)?(?:ちゃんと|必ず|絶対)?${JA_KEEP}[。!！?？]*$`,
  ),
}

const ZH_KEEP =
  '(?:记住|记得|记下来?|记一下|记好|牢记|铭记|别忘(?:了|记)|不要忘(?:了|记)|勿忘|记录一下|存一下|保存到记忆|備忘|备忘|記住|記得|記下來?)'
const chinese: Asks = {
  facts: re(
    `^(?:请|麻烦|拜托|希望|帮我|帮忙|能不能|可以|能否|你|您|要|一定|务必|以下|下面|内容|，|,)*${ZH_KEEP}(?:了|一下|以下(?:内容|几点|事项)?|下面(?:的内容|几点)?|这(?:个|点|件事|些)?|这几点)*[:：，,]? ?(?<content>(?!去|要|给|叫|带|做|来|把|吗|没).*)$`,
  ),
  tasks: re(
    '^(?:请|麻烦|拜托|到时候|记得|帮我|你|您|能不能|可以)*(?:提醒(?:我|一下我)(?:一下)?(?:要|去)?|(?:记得|别忘了|不要忘了|不要忘记)(?=(?:去|要|给|叫|带|做|来|把))(?:要)?|我?(?:不能|别|不要)忘(?:记|了)(?=(?:去|要|给|带|做|把|\\p{L}{2}))(?![我你他她它这那]))(?<content>.{2,})$',
  ),
  back: re(
    `^(?:请|麻烦|你|您|要|一定|务必)*(?:把)?(?:这个|这点|这件事|这些|它)?${ZH_KEEP}(?:这个|这点|这件事|这些|它|一下|哦|啊|吧|好吗)*[。!！?？]*$`,
  ),
  tail: re(
    `^(?<content>.{4,}?)[，,。；;]\\s*(?:请|麻烦|你|您|要|一定|务必)*(?:把)?(?:这个|这点|这件事|它)?${ZH_KEEP}(?:这个|这点|这件事|它|一下|哦|啊|吧|好吗)*[。!！?？]*$`,
  ),
}

const ALL: readonly Asks[] = [english, german, spanish, french, portuguese, italian, russian, japanese, chinese]

/** Not an order: recollection, a question about what is remembered, or its contrary. */
const NO_ASK =
  /^(?:(?:do|did|does|don['’]t|didn['’]t) (?:you|i|we|they)|i (?:still |don['’]t |can['’]t |do )?(?:remember|forgot)|you (?:don['’]t|do not|needn['’]t) (?:have|need) to|(?:don['’]t|do not|never|no need to) (?:remember|memori[sz]e|save|store|note)|erinnerst du|weißt du noch|merk dir (?:das )?nicht|te acuerdas|recuerdas|tu te souviens|te souviens|você (?:se )?lembra|lembras-te|ti ricordi|ты помнишь|помнишь|不用|不必|不需要|你还?记得.*[吗?？]|還記得)/iu

/** Begins with words that may stand before any clause. */
const LEADS =
  /^(?:(?:well|oh|ah|so|and|also|but|yes|ok|okay|hi|hey|hello|btw|by the way|another thing|one more thing|oh and|thanks|und|aber|übrigens|also|ach|hallo|außerdem|y|pero|por cierto|además|hola|et|mais|au fait|bonjour|e|mas|aliás|olá|ma|comunque|a proposito|ciao|и|а|кстати|ещё|привет|あと|それと|ちなみに|对了|另外|还有|顺便)(?:[,!.:，、–—-]+ *| +))+/iu
/** Where a sentence may go over to asking. */
const MID = /(?:[,;:–—，；、]|\s(?:and|so|but|und|also|aber|y|et|e|и|だから|所以))\s*(?=\S)/giu

/** A sentence that goes on about what was just asked to be kept. */
export const CONTINUES =
  /^(?:(?:he|she|it|they|his|her|its|their|er|sie|es|sein|seine|ihr|ihre|él|ella|ellos|ellas|il|elle|ils|elles|ele|ela|eles|elas|lui|lei|loro|он|она|они|его|её|их)(?!\p{L})|他|她|它|他们|彼|彼女)/iu

export interface Ask {
  asked: Asked[]
  /** So many statements it took. */
  used: number
  /** What the first of them said before it went over to asking. */
  before: string
}

/** What `statement` and those after it ask to be kept, and how many statements that took; null: it asks for nothing. */
export function askedFor(statements: readonly Statement[], at: number): Ask | null {
  const statement = statements[at]
  if (!statement?.own && !statement?.introduces) return null
  // what somebody else is said to have said asks for nothing
  const parts = statement.own
    ? beginnings(statement.text)
    : [...beginnings(statement.text)].filter((b) => b.before === '')
  for (const { said, before } of parts) {
    if (NO_ASK.test(said)) return null
    for (const asks of ALL) {
      const { content: task, when } = asks.tasks?.exec(said)?.groups ?? {}
      if (task !== undefined && NOTHING_TO_DO.test(task)) return null
      if (task !== undefined) {
        // “At 4 tomorrow, remind me to …”: the time is part of it
        const lead = TIME_BEFORE.test(before)
          ? before.replace(LEADS, '').replace(/^\p{Lu}/u, (c) => c.toLowerCase())
          : ''
        const content = [task.replace(/[.!?]+$/u, ''), when?.trim(), lead].filter((part) => part).join(' ')
        return { asked: [{ category: 'task', content }], used: 1, before: lead === '' ? before : '' }
      }
      const content = asks.facts.exec(said)?.groups?.content?.trim()
      if (content === undefined) continue
      if (content === '' || HEAD_ONLY.test(content)) {
        const name = content === '' ? (NAMED_LIST.exec(said)?.groups?.name ?? null) : content.replace(HEAD_ONLY, '')
        const list = listAfter(statements, at, name !== null)
        if (list.length > 0) return { asked: listed(name, list), used: 1 + list.length, before }
        if (content === '') continue
      }
      if (tellsNothing(content)) {
        const value = VALUE_FOLLOWS.exec(statements[at + 1]?.text ?? '')?.groups?.value
        if (!statements[at + 1]?.own || value === undefined || POINTS.test(content)) continue
        return { asked: [fact(`${content.replace(/[?？.!]+$/u, '')}: ${value}`)], used: 2, before }
      }
      const kept =
        asks === german && /(?:dass|daß)\s*$/iu.test(said.slice(0, said.length - content.length))
          ? verbSecond(content)
          : content.replace(/^den (?=\p{Lu})/u, '')
      return { ...goesOn(statements, at, kept, /[:：]\s*$/u.test(said.slice(0, said.length - content.length))), before }
    }
  }
  if (!statement.own) return null
  const tail = ALL.map((asks) => asks.tail.exec(statement.text)?.groups?.content).find((c) => c !== undefined)
  if (tail !== undefined && !tellsNothing(tail) && !NO_ASK.test(statement.text) && !isQuestion(tail))
    return { asked: [fact(tail)], used: 1, before: '' }
  return null
}

/** Whether the sentence only asks to keep what was said before it. */
export const asksForWhatWasSaid = (sentence: string): boolean =>
  !NO_ASK.test(sentence) && ALL.some((asks) => asks.back.test(sentence.replace(LEADS, '')))

/** “Remind me later”, “remind me to do that thing again”: of what, it does not say. */
export const NOTHING_TO_DO =
  /^(?:(?:(?:do|get|finish) )?(?:something|anything|this|that|it|things?|stuff|(?:that|the|this) thing)(?: done)?|later|again|soon|then|now|at (?:a|some) later time|in \(?\p{L}\)? (?:hours?|minutes?|days?))(?:,? (?:later|again|soon|now|in (?:a while|awhile|an? (?:bit|hour|minute))|tomorrow|today|tonight|please|at a later time))*[.!?]*$/iu
/** A time of at most eight words, said before what is to be done then. */
const TIME_BEFORE =
  /^(?=(?:\S+ ?){1,8}$)(?:(?:at|on|by|in|before|after|when|every|next|the next time|once|tomorrow|today|tonight|um|am|in|vor|nach|wenn|sobald|jeden|morgen|heute|übermorgen|mañana|hoy|el|a las?|cuando|demain|aujourd['’]hui|à|quand|avant|amanhã|hoje|às?|quando|domani|oggi|alle|завтра|сегодня|в|когда)(?!\p{L}))/iu

/** In a list of several within one line: “1) … 2) …”. */
const ENUMERATOR = /^\(?\d{1,2}[).] (?=\p{L})/u
const fact = (content: string): Asked => ({ category: 'fact', content })

/** “The shopping list:” – what it names follows on other lines. */
const HEAD_ONLY = /\s*[:：]\s*$/u
/** “the following recipe”: what the list is called. */
const NAMED_LIST =
  /(?:the following|these|folgende[ns]?|estos|estas|ces|estes|estas|questi|queste) (?!(?:things?|facts?|points?|details?|items?|dinge|punkte|sachen|cosas|datos|choses|coisas|cose)(?!\p{L}))(?<name>\p{L}[\p{L} ]{1,40}?)(?: (?:about|for) .*)?[:：.!]?\s*$/iu
/** “Can you remember my shoe size? It's 43.” */
const VALUE_FOLLOWS =
  /^(?:(?:it|that|they)(?:['’]?s| is|['’]?re| are)|(?:es|das|sie) (?:ist|sind|lautet)|es|son|c['’]est|ce sont|é|são|è|sono|это)[:]? (?<value>.{1,120}?)[.!]*$/iu

function* beginnings(text: string): Generator<{ said: string; before: string }> {
  yield { said: text, before: '' }
  const bare = text.replace(LEADS, '')
  if (bare !== text) yield { said: bare, before: '' }
  for (const { index, 0: seam } of text.slice(0, 300).matchAll(MID))
    yield { said: text.slice(index + seam.length), before: text.slice(0, index) }
}

/** Each thing of a list that is a statement by itself, or all of them under the name of the list. */
function listed(name: string | null, list: readonly Statement[]): Asked[] {
  if (name === null) return list.map((s) => fact(s.text))
  return [fact(`${name}: ${list.map((s) => s.text.replace(/[.;,]+$/u, '').replace(ENUMERATOR, '')).join('; ')}`)]
}

const THANKS = /^(?:thanks?|thank you|cheers|danke|gracias|merci|obrigad[oa]|grazie|спасибо|ありがとう|谢谢)(?!\p{L})/iu

/** The sentences after a head that ends with a colon: a list, or the rest of the paragraph; of a text with a name, all of it. */
function listAfter(statements: readonly Statement[], at: number, named: boolean): Statement[] {
  const list: Statement[] = []
  let last = statements[at]?.line ?? 0
  for (const next of statements.slice(at + 1)) {
    // a blank line ends the list, but for one right below its head
    const goesOnBelow = named && !list.some((s) => s.item) && !isQuestion(next.text) && !THANKS.test(next.text)
    if (!next.own || next.line - last > (list.length === 0 || goesOnBelow ? 2 : 1)) break
    if (list.some((s) => s.item) && !next.item) break
    list.push(next)
    last = next.line
  }
  return list
}

/** “dass ich in Leipzig wohne” as a sentence of its own: the verb goes to its place. Only where it is plain which one that is. */
const VERB_LAST =
  /^(?<subject>ich|wir|er|sie|es|(?:mein|meine|unser|unsere|ihr|ihre|sein|seine|der|die|das) (?:\p{L}[\p{L}-]*)) (?<rest>(?:[^,;:.!?]|\.(?=\d)|(?<=\d|(?<!\p{L})(?:Dr|Prof|Fr|Hr|St|Nr|ca))\.)+) (?<verb>\p{Ll}{2,})$/iu
const SEPARABLE =
  /^(?<prefix>auf|an|ab|aus|ein|mit|vor|zu|nach|her|hin|um|weg|zurück|statt|teil)(?<stem>(?!twort|beit|nehm(?:lich)|n)\p{Ll}{3,}(?:e|st|t|en))$/u
const NO_VERB = /^(?:ein|mein|sein|kein)\p{L}*$|(?:lich|ig|isch|sam|bar|ung|heit|keit|mal|weise)$/u
export function verbSecond(clause: string): string {
  const halves = clause.split(
    / und (?=(?:ich|wir|er|sie|es|(?:mein|meine|unser|unsere|ihr|ihre|sein|seine|der|die|das) \p{L}+) )/u,
  )
  const turned = halves.map(turnVerb)
  return turned.every((half, i) => half !== halves[i]) ? turned.join(' und ') : turnVerb(clause)
}

function turnVerb(clause: string): string {
  const plain = clause.replace(/[.!]+$/u, '')
  const { subject, rest, verb } = VERB_LAST.exec(plain)?.groups ?? {}
  if (!subject || !rest || !verb || NO_VERB.test(verb)) return clause
  const { prefix, stem } = SEPARABLE.exec(verb)?.groups ?? {}
  return prefix && stem && !/^(?:sind|ist)$/u.test(verb)
    ? `${subject} ${stem} ${rest} ${prefix}`
    : `${subject} ${verb} ${rest}`
}

function goesOn(statements: readonly Statement[], at: number, content: string, colon: boolean) {
  const asked: Asked[] = [fact(content)]
  const line = statements[at]?.line
  let used = 1
  for (const next of statements.slice(at + 1)) {
    if (!next.own || next.line !== line || isQuestion(next.text)) break
    if (CONTINUES.test(next.text)) {
      const before = asked.at(-1)
      if (before) before.content = `${before.content} ${next.text}`
    } else if (colon) asked.push(fact(next.text))
    else break
    used += 1
  }
  return { asked, used }
}

const isQuestion = (text: string): boolean => /[?？]\s*$/u.test(text)

/** “Remember my name?”, “remember this”: there is nothing in it to keep. */
const POINTS =
  /^(?:this|that|it|these|those|das|dies|es|esto|eso|ça|ceci|cela|isto|isso|questo|quello|это|これ|それ|这个|那个|这|那)[.!?。！？]*$/iu
function tellsNothing(content: string): boolean {
  const plain = content.replace(/[.!?。！？]+$/u, '').trim()
  if (plain === '') return true
  if (POINTS.test(plain)) return true
  // a favour is asked with a question mark, a thing with a question word
  return (
    isQuestion(content) &&
    !hasMark(content, 'literal') &&
    plain.split(/\s+/u).length < 4 &&
    !/[\p{Script=Han}\p{Script=Hiragana}]/u.test(plain)
  )
}
