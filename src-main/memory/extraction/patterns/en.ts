import { anyOf, type Language } from './types'

const HOW =
  '(?:(?:also|really|actually|absolutely|just|truly|personally|generally|still|quite|particularly|especially|always|so|totally|definitely|only|mostly|much|usually) )*'
/** What points at something said before, or is said out of courtesy, tells nothing later. */
const NOTHING = anyOf(
  "(?:it|that|this|these|those|them|him|her|you|your|how|what|where|everything|anything|both|all of|all the|yours|us|ya|u)\\b(?!['’]s)",
  '(?:his|their|its) ',
  'the .{3,60} it (?:brings|gives|makes|has|offers|shows|creates|takes|provides)\\b',
  '(?:the|a|an) (?:\\p{L}+ ){0,2}(?:ones?|first|second|third|last|latter|former|others?|idea|way|sound|part|fact|look|looks|new|name|vibe|energy|feeling|picture|photo|pic|same|thought|support|message|story|joke|challenge)\\b',
  '(?:to )?(?:hear|see|know|say|admit|ask|help|tell|think|chat|talk|thank|share|check|try|come|join|go\\b(?! \\p{L}+ing)|be\\b|do\\b|have)',
  '(?:hearing|seeing|being|knowing|having|doing|talking|chatting|helping) ?',
  'where\\b|when you\\b|that\\b|to[.!]?$',
  'more\\b|(?:a|an|one|some|any|another|my|your|our) (?:bit|lot|idea|new|change|little|moment)\\b',
)
/** A wish for what is being arranged right now: “I prefer a regular ride, and the destination is …”. */
const OF_THE_MOMENT = anyOf(
  'to (?:perform|proceed|get (?:help|info\\p{L}*)|know|hear|speak|talk to)\\b',
  '.{2,60} (?:and|but) (?:the|its?) (?:\\p{L}+ ){0,3}?(?:should|must|is|has to|needs to|would)\\b',
)
const KIN =
  '(?:older |younger |big |little |twin |step|best |new |oldest |youngest |late )*(?:sister|brother|mother|mom|mum|father|dad|wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|son|daughter|kids?|children|baby|aunt|uncle|cousin|niece|nephew|grandma|grandmother|grandpa|grandfather|friend|roommate|flatmate|boss|manager|doctor|dentist|landlord|landlady|dog|cat|puppy|kitten|parents|grandparents|in-laws|mother-in-law|father-in-law|parrot|horse)'
const ROLE =
  '(?:(?:\\p{L}[\\p{L}-]* ){0,3})(?:vegetarian|vegan|pescatarian|nurse|doctor|teacher|student|lawyer|engineer|programmer|developer|designer|writer|artist|musician|singer|actor|actress|chef|baker|carpenter|plumber|electrician|gardener|farmer|dentist|vet|pharmacist|psychologist|therapist|counselor|scientist|researcher|professor|accountant|architect|journalist|photographer|manager|consultant|freelancer|librarian|pilot|driver|firefighter|soldier|veteran|translator|social worker|parent|mother|father|mom|mum|dad|grandmother|grandfather|widow|widower|single (?:mom|mum|dad|parent)|twin|only child|diabetic|celiac|coeliac|asthmatic|insomniac|muslim|christian|buddhist|catholic|jew|hindu|atheist|night owl|early bird|morning person|dog person|cat person|citizen|immigrant|retiree|pensioner|entrepreneur|founder|owner|landlord|runner|cyclist|swimmer|beginner|data scientist|analyst|\\p{L}+(?:ologist|ician|wright))'
const WHEN =
  '(?:by|before|until|till|tomorrow|today|tonight|this (?:week|weekend|month|afternoon|evening|morning)|next (?:week|weekend|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|on (?:the \\d|\\d|mon|tues|wednes|thurs|fri|satur|sun)|in \\p{L}+ (?:days?|weeks?|months?)|monday|tuesday|wednesday|thursday|friday|saturday|sunday|at \\d|(?:january|february|march|april|may|june|july|august|september|october|november|december) \\d)'
/** A day, and no “by” or “until” that may be something else: “I'll start by listing …”. */
const ON_DAY = WHEN.replace('by|before|until|till|', '')
/** Not work to be done, but talk, or what the assistant is asked for right now. */
const NO_TALK =
  '(?:know|understand|say|ask|admit|be\\b|see|figure|hear|think|tell|confess|agree|remember|talk|feel|wait|learn (?:how|more|about)|find out|look into|get (?:more )?(?:info|used)\\p{L}*)'
/** Nor what the assistant is asked for right now. */
const NO_TASK =
  '(?:know|understand|say|ask|admit|be\\b|see|figure|hear|think|tell|confess|agree|disagree|remember|talk|speak to|feel|wait|apologi[sz]e|thank|laugh|get used|come up with|find out|learn how|translate|convert|calculate|book|reserve|find|set\\b|play|add\\b|change|confirm|order|transfer|top up|get an?\\b|get some|top-up|pay it|have seen|put|take some time|rent|schedule|check|cancel|put in|reschedule|report|increase|use)'

export const english: Language = {
  code: 'en',
  leadIn:
    /^(?:(?:well|oh|ah|hmm+|so|and|also|but|yes|yeah|yep|no|nope|ok|okay|sure|thanks|thank you|hi|hey|hello|actually|honestly|personally|anyway|btw|by the way|fyi|for the record|just so you know|as you know|you know|in general|generally|to be honest|please note(?: that)?|note(?: that)?|another thing|one more thing|plus|because|since|although|though|unfortunately|luckily|sadly|lol|haha|wow|cool|great|nice|right|exactly|as i said|i mean|(?:(?:small|quick|little|short|brief|big) )?(?:one|note|question|update|thing|news|heads[- ]?up|reminder|ps|edit)(?=[:,–—])|morning|good (?:morning|evening|afternoon)|i think(?: that)?|mostly|besides|at the moment|currently|right now|these days|nowadays|now)(?:[,!.:–—-]+ *| +))+/iu,
  seam: /(?:,|;| [–—-])? *\b(?:and|but|so|because|since|also|plus|yet|(?:even )?though|although)\b,? (?=(?:i|i['’]m|i['’]ve|my|our|we)\b)|[;–—] (?=i\b|my\b)|, (?=(?:i['’]m|i am|(?:i|we) (?:just |recently |finally |now |also |currently |usually )?(?:live|work|prefer|hate|love|like|never|always|have (?:two|three|a|an)|don['’]t|learned|learnt|reali[sz]ed|found out|decided|agreed|adopted|booked|moved)|my)\b)|,? (?:and |but )?(?=please (?:remember|remind|don['’]t forget|note)\b)|, (?:and |but )?(?=(?:remember|remind me|don['’]t forget)\b)/iu,
  never:
    /\?|\b(?:if|unless|suppose|supposing|imagine|pretend|hypothetically|let['’]s say|what if|assuming|as if|wish|would have|could have|might|maybe|perhaps|used to|for example|e\.g\.|in the (?:book|movie|film|story|song|novel|game)|the (?:character|narrator|protagonist)|he (?:said|says|told)|she (?:said|says|told)|they (?:said|say|told)|(?:said|told|says|wrote|asked|claims?|thinks|quoted?)[ :,]+(?:me |us |that )?(?:["“'‘]|i\b)|according to|just kidding|joking)\b/iu,
  patterns: [
    // “Remember …”
    {
      category: 'task',
      explicit: true,
      form: /^(?:(?:can|could|will|would) you )?(?:please )?(?:remind me|don['’]t let me forget) (?:to|about) (?<content>.{3,})/iu,
    },
    {
      category: 'task',
      explicit: true,
      form: /^(?:please )?(?:remember|don['’]t forget) to (?!.*\b(?:you|your|yourself)\b)(?!(?:me|mention|ask|tell me|answer|reply|stay|be|breathe|enjoy|believe)\b)(?=.*(?:\b(?:my|our|me|mom|dad|tomorrow|today|tonight|by|before|on|at)\b|\d))(?<content>.{3,})/iu,
    },
    {
      category: 'fact',
      explicit: true,
      form: /^(?:(?:can|could) you )?(?:please )?(?:remember|don['’]t forget|do not forget|keep in mind|bear in mind|make a note|take note|note down|write down|memori[sz]e)(?: for (?:later|next time|the future|me))?(?: this)?(?: that|:) ?(?<content>(?!time\b|day\b|one\b|night\b)\p{L}.{4,})/iu,
    },
    {
      category: 'fact',
      explicit: true,
      form: /^(?:please )?remember,? (?<content>(?:my|i['’]m|i am|i have|i like|i don['’]t|i prefer|i hate|i love|i live|i work|i never|i always|our|we) ?.{3,})/iu,
    },
    {
      category: 'fact',
      explicit: true,
      form: /^(?:for (?:future|your) reference|for the future|for next time|going forward|from now on)[:,]? (?<content>.{4,})/iu,
    },
    {
      category: 'preference',
      explicit: true,
      form: /^(?:please )?(?:always|never) (?:answer|reply|respond|write|use|call me|give me|show me|explain|address me|talk to me|speak|send me|include|add|keep (?:it|your|answers|replies)|format)\b.{3,}/iu,
    },
    {
      category: 'preference',
      explicit: true,
      form: /^(?:please )?(?:call|address) me (?!(?:back|later|crazy|when|at|on|tomorrow|today|asap|now|a|an|the|old|what|by (?:my|this|the)|if|please)\b)(?:by )?\p{L}.{1,40}$/iu,
    },
    // likes and dislikes
    {
      category: 'preference',
      form: new RegExp(
        `^i ${HOW}(?:do )?(?:prefer|like|love|enjoy|adore|hate|dislike|detest|loathe|can['’]t stand|cannot stand) (?!${NOTHING}|${OF_THE_MOMENT}).{2,}`,
        'iu',
      ),
    },
    {
      category: 'preference',
      form: new RegExp(
        `^i (?:don['’]t|do not|never|no longer) ${HOW}(?:like|enjoy|eat|drink|use|wear|watch|care for|touch|do well with) (?!${NOTHING}|(?:to )?(?:any|be|have)\\b).{2,}`,
        'iu',
      ),
    },
    {
      category: 'preference',
      form: new RegExp(
        `^(?:i['’]m|i am) ${HOW}(?:not )?(?:a |an )?(?:(?:big|huge|great|real|massive) )?(?:fan of|into|fond of|keen on|crazy about|obsessed with|partial to|passionate about) (?!${NOTHING}).{2,}`,
        'iu',
      ),
    },
    {
      category: 'preference',
      form: /^my (?:all[- ]time )?fav(?:ou?rite|e)?\b(?! (?:part|thing|moment|memory)\b).{2,40}? (?:is|are|would be|has to be) (?!(?:it|that|this|when|how|also)\b).{2,}/iu,
    },
    {
      category: 'preference',
      form: /^(?!(?:i|it|that|this|these|those|they|he|she|which|what)\b)\p{L}[\p{L} '’-]{2,40} (?:is|are|['’]s) (?:one of )?my (?:absolute |all[- ]time )?fav(?:ou?rite|e)s?\b.*/iu,
    },
    {
      category: 'preference',
      form: /^i (?:always|never|usually|rarely|hardly ever) (?:eat|drink|use|buy|order|wear|take|fly|travel|cook|wake up|get up|go to bed|work|work out|exercise|answer|check|schedule|shop|bake|train|meet|stay up|go (?:out|running|swimming|hiking|climbing|shopping)|read|listen|play|run|walk|cycle|drive|sleep|have breakfast|skip)\b.{2,}/iu,
    },
    {
      category: 'preference',
      form: /^i (?:only|mostly) (?:eat|drink|use|buy|wear|read|listen to|watch|fly|speak|write in|code in|program in)\b.{2,}/iu,
    },
    {
      category: 'task',
      form: new RegExp(
        `^(?:i|we)(?:['’]ve got| have| got) (?:an?|my|our) (?:\\p{L}+ ){0,2}(?:appointment|exam|interview|deadline|meeting|flight|surgery|test|presentation|dentist|audition|checkup|check-up)\\b.{0,60}?\\b${WHEN}.*`,
        'iu',
      ),
    },
    // about oneself
    {
      category: 'fact',
      form: /^(?:i['’]m|i am) (?:highly |very |severely |extremely |also )*(?:allergic|intolerant|lactose|gluten|diabetic|vegetarian|vegan|pescatarian|colou?r[- ]?blind|left-handed|dyslexic|deaf|blind|epileptic|asthmatic|pregnant|married|divorced|widowed|engaged|retired|unemployed|self-employed|autistic|bilingual|jewish|muslim|catholic|christian)\b.*/iu,
    },
    {
      category: 'fact',
      form: /^(?:i live|i['’]m living|i am living|i grew up|i was (?:born|raised)|i (?:come|am) (?:originally )?from|i['’]m (?:originally )?from|i(?:['’]m| am) based)\b (?!(?:here|there|on from|past|forward|for)\b).*(?:in|at|to|near|from|on|with|alone)\b.{2,}/iu,
    },
    {
      category: 'fact',
      form: /^i(?: have|['’]ve)? (?:just |recently )?moved (?:back |out |away |over |in )*(?:to|from|into|in with) (?!(?:change|do|go|next|past)\b).{3,}/iu,
    },
    {
      category: 'fact',
      form: /^(?:i['’]m|i am|we['’]re|we are) (?:(?:now|soon|finally) )?(?:starting (?:a|an|my|our) (?:new |own |first )*(?:job|business|company|course|degree|band|family|position|role)|joining|moving (?:to|back|in with|into)|relocating to|emigrating to|getting (?:married|divorced)|having a baby|expecting(?= (?:an? (?:\p{L}+ )?(?:baby|child|boy|girl)|twins|our|my|guests|visitors|in)\b|[.!]*$)|retiring|adopting)\b(?! (?:it|that|this|you|at (?:least|most)|to|more|less|some|an? (?:call|reply|answer|email|package|delivery|grade))\b).*/iu,
    },
    {
      category: 'fact',
      form: /^(?:i|we) (?:will|['’]ll) be (?:(?:the |an? |working as )(?:new )?\p{L}+|(?:head|director|manager|in charge) of|living in|moving to|working (?:at|for))\b(?! (?:bit|little|while|minute|moment|second|fan|first|one|last|best|only)\b).{2,}/iu,
    },
    {
      category: 'fact',
      form: new RegExp(
        `^(?:i|we)(?:['’]ve| have)? (?:just |finally )?(?:booked|reserved|scheduled|arranged|made(?= (?:\\p{L}+ ){1,3}(?:appointments?|reservations?|bookings?|plans)\\b)) (?:an?|the|my|our|two|three|four|\\d+|tickets?|flights?) ?(?:[^,.?]{0,80})\\b${WHEN}.*`,
        'iu',
      ),
    },
    { category: 'fact', form: /^(?:i['’]m|i am) (?:originally )?from \p{Lu}.{2,}/u },
    // “Hi, I’m Hannah”: nothing else in the clause
    { category: 'fact', form: /^I(?:['’]m| am) \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?[.!]?$/u },
    {
      category: 'fact',
      form: new RegExp(
        `^(?:i['’]m|i am|i work as|i['’]ve been|i have been|i['’]m working as) (?:currently )?(?:an? |the )${ROLE}\\b(?! (?:fan|type|kind|of mine)\\b).*`,
        'iu',
      ),
    },
    {
      category: 'fact',
      form: /^i (?:currently |also |now )?(?:work|volunteer|study|teach|practi[sc]e) (?!(?:hard|out|on it|it|with you|that|this|on (?:my|the|a))\b)(?:(?:part|full)[- ]time )?(?:as|at|for|in|from|\p{L}+)\b.{2,}/iu,
    },
    {
      category: 'fact',
      form: /^i (?:currently |also |now )?(?:study|teach) (?!(?:hard|it|that|this|you|them)\b)\p{L}{4,}[.!]?$/iu,
    },
    {
      category: 'fact',
      form: /^(?:i['’]m|i am) (?:currently )?(?:studying|majoring|training|learning (?!a (?:ton|lot|bunch)|so|more|as|how|to be|every)|working (?:as|for|at|part|full|from)|writing a (?:book|novel|thesis|dissertation)|doing (?:a|my) (?:phd|master|bachelor|degree)|expecting a (?:baby|child|girl|boy)|on a \p{L}+ diet)\b.{2,}/iu,
    },
    { category: 'fact', form: /^(?:i['’]m|i am) \d{1,3}(?: years old| ?y\/?o)?(?:[.!,](?!\d)| years? old|$).*/iu },
    { category: 'fact', form: /^i was born\b.{3,}/iu },
    {
      category: 'fact',
      form: /^i (?:now |also |currently )?(?:sing|dance|train|coach) (?:in|at|with|for) (?:an?|the(?! (?:shower|moment|rain|languages?)\b)|my|our) .{3,}/iu,
    },
    {
      category: 'fact',
      form: new RegExp(
        `^(?:i|we)(?: also|['’]ve got| have got)? ?(?:have|own|got)?(?:(?<=have|own|got) )(?:an? |one |two |three |four |five |\\d+ |no |twin )(?:\\p{L}[\\p{L}-]* ){0,3}?(?:${KIN}|siblings?|sisters|brothers|sons|daughters|dogs|cats|pets|rabbit|hamster|house|apartment|flat|car|bike|motorcycle|allergy|allergies|piano|guitar|garden)\\b(?! (?:idea|of mine|who|that|which|needing|coming)\\b).*`,
        'iu',
      ),
    },
    {
      category: 'fact',
      form: /^i (?:have|['’]ve had|suffer from|was diagnosed with|['’]ve been diagnosed with|got diagnosed with) (?:(?:an?|type \d|chronic|severe|mild|bad|high|low) )*(?:\p{L}+ )?(?:diabetes|asthma|migraines?|allerg(?:y|ies)|anxiety|depression|adhd|arthritis|blood pressure|hypertension|insomnia|eczema|celiac|coeliac|ibs|epilepsy|cancer|back pain|dyslexia|autism|degree|phd|master['’]s)\b.*/iu,
    },
    {
      category: 'fact',
      form: /^(?:my|our) (?:full |first |last |real |middle )?(?:name|birthday|anniversary|wedding|hometown|job|profession|major|star sign|blood type|(?:\p{L}+ )?size|height|weight|native language|mother tongue|nationality|time ?zone|dietary restriction|license plate|employer|university|appointment|exam|deadline|landlord)\b.{0,30}? (?:is|are|was|isn['’]t|falls)\b(?! (?:what|who|not|wrong|it|that|this|good|great|fine|ok|okay|nice|awesome|amazing|going|so|really|very|too|not|broken|crazy|tough|hard|fun|wonderful|beautiful|important|over)\b).{2,}/iu,
    },
    {
      category: 'fact',
      form: new RegExp(
        `^my ${KIN}(?:['’]s name| and i)? (?:is|are|has|have|lives?|works?\\b(?! (?:out|fine|well))|just (?:had (?:a|an|her|his|their) (?:baby|operation|surgery|stroke)|got (?:married|engaged|divorced)|moved)|was (?:born|diagnosed)|got (?:married|engaged)|named|called(?! (?:yesterday|today|tonight|me|us|back|again|earlier|last|this|to|and|about|in|just|for|from)\\b)|loves|hates|likes|prefers|studies|turned|turns|can['’]t (?:eat|have)|died|passed away)\\b(?! (?:it|that|this|so|very|really|also so|too|great|good|amazing|awesome|the best|always there|doing|like|been|right|such|getting|being|having|so|all|still|looking|excited|proud|happy|my|here|always|just|not|freaking|driving me|killing me|bugging|on my)\\b).{2,}`,
        'iu',
      ),
    },
    {
      category: 'fact',
      form: new RegExp(
        `^[Mm]y ${KIN},? \\p{Lu}\\p{Ll}+,? (?!(?:and|or|said|told|says|suggest\\p{L}*|recommend\\p{L}*|compliment\\p{L}*|mention\\p{L}*|ask\\p{L}*|thinks|called|texted|keeps|has been (?:telling|saying|asking)|who['’]s)\\b).{3,}`,
        'u',
      ),
    },
    {
      category: 'fact',
      form: /^i (?:speak|play the|play(?= (?:piano|guitar|violin|drums|chess|tennis|football|soccer|basketball|golf|cello|flute|bass|clarinet|saxophone|trumpet|ukulele|harp|keyboard|hockey|baseball|volleyball|badminton))|drive a|ride a|run a|own a|own my) ?(?!(?:with|for|to|up|of)\b).{3,}/iu,
    },
    {
      category: 'fact',
      form: /^(?:i|we)(?: have|['’]ve)?(?: just| recently| finally)? (?:graduated|got (?:married|divorced|engaged|promoted|hired|laid off|fired)|retired|quit (?:my|smoking|drinking)|started (?:a new job|working|learning|studying|taking|my own|a (?:business|company|blog))|adopted|bought (?:an?|my|our|the) (?:\p{L}[\p{L}-]* ){0,3}(?:house|flat|apartment|car|van|bike|bicycle|motorcycle|scooter|boat|piano|guitar|violin|laptop|computer|camera|tent|dog|cat|horse)|lost my job|got (?:a|the) (?:new )?(?:job|dog|cat|puppy|kitten))\b.*/iu,
    },
    {
      category: 'fact',
      form: /^(?:i['’]ve|i have) been (?!trying|waiting|wanting|meaning|having|getting|looking)\p{L}+(?:ing| married| vegetarian| vegan| sober| single)\b.{0,60}? (?:for (?:over |about |almost |nearly |more than |the past |the last )?(?:\d+|a|two|three|four|five|six|seven|eight|nine|ten|several|many|a few|some)? ?(?:years?|months?|decades?|weeks?)|since (?:\d{4}|i was|college|school|childhood|\p{Lu}))\b.*/iu,
    },
    {
      category: 'fact',
      form: /^i (?:can['’]t|cannot|am not allowed to) (?:eat|drink|have|take|tolerate|digest|drive|swim|read without)\b(?! (?:it|that|this|you|wait|believe)\b).{2,}/iu,
    },
    {
      category: 'fact',
      form: /^(?:my|our) (?:home |work |new |current |private |personal )?(?:address|phone(?: number)?|mobile(?: number)?|number|email(?: address)?|e-mail(?: address)?|zip code|postcode|iban|passport(?: number)?|licen[cs]e plate) (?:is|are) (?=.*[\d@]).{3,}/iu,
    },
    { category: 'fact', form: /^(?:i['’]m|i am) (?:now |currently )?on an? [\p{L}-]+(?: [\p{L}-]+)? diet\b.*/iu },
    {
      category: 'fact',
      form: /^(?:i|we)(?: have|['’]ve)? (?:just |recently |finally )?(?:switched|changed|upgraded) from (?!(?:this|that|it)\b).{2,40}? to .{2,}/iu,
    },
    {
      category: 'fact',
      form: /^my (?:new |old |first )?(?:car|bike|bicycle|boat|van|motorcycle|scooter|phone|laptop|computer|house|flat|apartment|camera|guitar|piano) is (?:an? |the |called |named )(?!(?:bit|mess|problem|pain|disaster|joke|wreck|little)\b)\p{L}.*/iu,
    },
    {
      category: 'fact',
      form: /^(?:i|we) keep (?:my|our|the) .{3,60}? (?:at|in|under|behind|with|on) (?:the|my|our|an?|\p{Lu}).+/iu,
    },
    // what comes again and again
    {
      category: 'fact',
      form: /^(?:my|our|the) (?:\p{L}[\p{L}’'-]* ){1,4}?(?:is|are|meets?|takes place|starts?|happens?|comes?|trains?|rehearses?|always)\b.{0,30}?\b(?:every|each|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b.*/iu,
    },
    // what is going to be done on a day
    {
      category: 'task',
      form: new RegExp(
        `^(?:i['’]m|i am|we['’]re|we are) (?:also )?(?:having (?:breakfast|lunch|dinner|brunch|drinks|coffee|guests|friends|people|a (?:party|meeting|call|barbecue|picnic)|my|our)|(?:meeting|seeing|visiting|hosting|interviewing) (?:my|our|the|\\p{L}+)|(?:flying|travell?ing|driving) (?:to|home|back|with|out)|going (?:to (?:the|an?|my|our)|home|back|out)|picking up|giving (?:a|the|my)|moving)\\b(?! (?:crazy|mad|bed|sleep)\\b).{0,60}?\\b${ON_DAY}.*`,
        'iu',
      ),
    },
    {
      category: 'task',
      form: new RegExp(
        `^(?:i|we)(?:['’]ll| will| am going to| are going to|['’]m going to|['’]re going to) (?:be (?:in|at|away|out|back)|fly|travel|go to|visit|have|meet|see|start|move)\\b(?! (?:it|that|this|you|a look|bed|by)\\b).{0,60}?\\b(?:${ON_DAY}|from (?:mon|tues|wednes|thurs|fri|satur|sun)day).*`,
        'iu',
      ),
    },
    // to be done
    {
      category: 'task',
      form: new RegExp(
        `^(?:i|we) still (?:have to|need to|must|should|ought to|gotta) (?!${NO_TALK})(?<content>.{4,})`,
        'iu',
      ),
    },
    {
      category: 'task',
      form: new RegExp(
        `^(?:i|we)(?:['’]ve got to| have to| need to| must| gotta| should| ought to|['’]m going to have to| mustn['’]t forget to| must not forget to| can['’]t forget to) (?!${NO_TASK})(?<content>.{3,} ${WHEN}\\b.*)`,
        'iu',
      ),
    },
    { category: 'task', form: /^(?:i|we) (?:mustn['’]t|must not|can['’]t|shouldn['’]t) forget to (?<content>.{4,})/iu },
    { category: 'task', form: /^(?:to-?do|task|action item|next steps?)s?: (?<content>.{3,})/iu },
    { category: 'task', form: /^(?:on my to-?do list|on my list)(?: today)?(?: is|:| are) (?<content>.{3,})/iu },
    // decided and learned
    {
      category: 'insight',
      form: /^(?:i|we)(?:['’]ve| have)? (?:finally |just |now )?(?:decided|agreed|chosen|settled|opted|made up my mind|resolved) (?:to|on|that|against|not to|for)\b (?!i['’]m not (?:buying|going to buy)|(?:it|that|this)\b[.!]?$).{3,}/iu,
    },
    {
      category: 'insight',
      form: /^(?:(?:i|we)(?:['’]ll| will)|(?:i['’]m|we['’]re|i am|we are)|let['’]s) (?:go(?:ing)?|stick(?:ing)?) with (?!(?:it|that|this|you|your|the (?:flow|first|second|last|latter))\b)(?!(?:[\p{L}\d-]+|an? (?:(?!\b(?:for|as|because|since|instead|over)\b).)+)[.!]?$).{3,}/iu,
    },
    {
      category: 'insight',
      form: /^(?:i|we)(?:['’]ve| have)? (?:finally |recently |also )?(?:learn(?:ed|t)|reali[sz]ed|figured out|found out|discovered|come to understand) (?:that|why|the hard way|(?=i\b|my\b|coffee|sugar|\p{L}+ing\b))(?!.*\b(?:yesterday|today|just|account|charged|charges?|fees?|refund|exchange rate|payment|failed|pending|can['’]t remember)\b).{5,}/iu,
    },
    {
      category: 'insight',
      form: /^(?:(?:the )?lessons? learned|lesson|takeaway|the takeaway|note to self|conclusion|decision)[:,]? (?:is |was )?(?:that )?(?<content>.{5,})/iu,
    },
    {
      category: 'insight',
      form: /^(?:it )?turn(?:s|ed) out (?:that )?(?<content>(?:i|we) (?!can['’]t remember)(?:am|are|sleep|work|need|like|prefer|can|cannot|do|don['’]t|have to)\b.{5,})/iu,
    },
    { category: 'insight', form: /^what (?:works|worked|helps|helped|works best)(?: best)? for me (?:is|was) .{3,}/iu },
  ],
  done: /\b(?:done|fixed|repaired|solved|finished|completed|sorted|took care of|taken care of|crossed off|checked off|already|finally|just|handled|submitted|sent|paid|booked|bought|called|passed|failed|no longer (?:need|have) to|did)\b/iu,
  notDone:
    /\b(?:not|n['’]t|never|almost|nearly|soon|will|going to|need to|have to|should|must|yet to|half|when|once|after|until|if|before)\b|\?/iu,
}
