/**
 * Closed-class and everyday words of some languages: evidence that a word carries no topic, for the time before the
 * person's own messages say so (frequency does the rest, in any language). Key phrases work without it.
 */

export type Language = 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl' | 'tr' | 'ru' | 'ja' | 'zh' | 'ko' | 'th'

interface Lexicon {
  /** Grammar only. */
  grammar: string
  /** Words that may stand inside a phrase: “trip *to* Lisbon”, 犬*の*散歩. */
  links: string
  /** Everyday verbs, courtesies, times, amounts: they say how something is asked, not what about. */
  everyday: string
}

const LEXICA: Record<Language, Lexicon> = {
  en: {
    links: 'of to in for with on at and from vs',
    grammar: `a an the well much this that these those it its it's that's there there's here i i'm i've i'd i'll me my mine
      myself yourselves ourselves themselves himself herself itself you your yours you're you've you'd you'll yourself he him his he's she her hers she's we us our ours we're
      we've we'd we'll they them their theirs they're they've one ones who whom whose which what what's whatever when
      where why how how's if then than or nor but so because as until while by about against between into through
      during before after above below up down out off over under again further once is are was were be been being am
      do does did doing done don't doesn't didn't have has had having haven't hasn't hadn't can can't cannot could
      couldn't will won't would wouldn't shall should shouldn't may might must let let's not no yes isn't aren't wasn't
      weren't any some all both each few more most other others another such only own same too very just also even
      still yet already ever never always sometimes often maybe perhaps quite rather almost really actually
      basically anyway else though although however since per via without within upon onto across around along
      toward towards behind beside besides near instead ain't y'all i.e e.g etc`,
    everyday: `get gets getting got gotten go goes going gone went gonna wanna gotta come comes coming came take takes
      taking took taken make makes making made give gives giving gave given put puts say says said saying tell tells
      told telling ask asks asked asking know knows knew known knowing think thinks thinking thought see sees saw seen
      seeing look looks looking looked find finds finding found want wants wanted need needs needed like likes liked
      love loves loved loving feel feels feeling felt seem seems keep keeps keeping kept help helps helping helped
      helpful try tries trying tried use uses using used show shows showed work works worked happen happens happened
      happening mean means meant call called start started starting stop sound sounds set sets hear heard hearing
      hope hoping wish guess wonder wondering enjoy enjoyed enjoying remember believe share shared sharing talk talked
      talking chat thank thanks please sorry hello hi hey bye okay ok yeah yep yup nope wow oh ah aww hmm haha lol cool
      great good nice awesome amazing wonderful fantastic perfect excellent lovely fine bad better best worse worst
      happy glad sad excited exciting interesting important special sure right wrong true real big small little lot
      lots tons bunch couple loads pros cons thanks much many new old long short high low next last first second third able kind sort type bit thing things
      something anything everything nothing someone anyone everyone people person guy guys stuff way ways time times
      day days today tonight tomorrow yesterday morning afternoon evening night week weeks weekend month months year
      years hour hours minute minutes moment now later soon ago monday tuesday wednesday thursday friday saturday
      sunday fri sat sun mon tue wed thu two three four five six seven eight nine ten half number different together away back
      fun super totally definitely absolutely probably possible ready whole every far enough question answer
      lately recently finally especially truly honestly incredible beautiful favorite favourite proud tough hard easy
      place example case point fact idea reason part end problem issue
      welcome wait check add change open close left read write send sent pick bring brought turn run live life
      appreciate inspiring inspired inspire supportive agree forward congrats congratulations wait yay
      january february march april june july august september october november december pm
      thx tnx ty pls plz btw imo imho idk tbh omg kinda sorta hm umm uh ugh alright yea nah pic pics bro dude
      located called interested particular following details detail purpose purposes refer referring related
      various several certain current currently available provide required regarding information info exist accept apply including include includes based according instance similar`,
  },
  de: {
    links: 'von zu nach für mit in im am an auf der des und vom zum zur aus',
    grammar: `die das den dem ein eine einen einem einer eines kein keine keinen ich du er sie es wir ihr mich dich sich
      uns euch ihm ihn ihnen mir dir mein meine meinen meinem meiner dein deine deinen sein seine seinen unser unsere
      euer ihre ihren dieser diese dieses diesen diesem jener jede jeder jedes jeden alle allen alles man wer was wem
      wen welche welcher welches wann wo wohin woher warum wieso wie ob wenn dann als oder aber sondern denn weil dass
      bis durch gegen ohne um bei über unter vor hinter neben zwischen ins ans beim ist bin bist sind seid war waren
      gewesen wird werde werden wurde wurden worden hat habe hast haben hatte hatten kann kannst können konnte könnte
      könnten muss musst müssen soll sollte sollen will willst wollen wollte darf dürfen mag möchte möchten nicht
      nichts ja nein nur auch noch schon sehr so da hier dort mal doch eben halt etwas irgend irgendwelche irgendwo
      mehr viel viele vielen wenig selbst wieder immer nie oft also etwa davon dazu damit daran darauf darin`,
    everyday: `bitte danke hallo hi hey tschüss okay gut gute guten besser beste super toll schön genau gerne gern
      zeig zeige zeigen finde finden such suche suchen sag sage sagen gib gibt geben gebe mach mache machen stell
      stelle stellen setz setze setzen lass lassen geh geht gehen komm kommt kommen nimm nehmen brauche braucht
      brauchen weiß wissen glaube denke meine gesagt gemacht lösche löschen schalte schalten füge hinzu spiele spielen
      buche buchen erinnere anzeigen schau schauen sehen hilf helfen heute morgen gestern abend nacht vormittag
      nachmittag mittag früh woche wochen monat jahr jahre tag tage stunde stunden minute minuten uhr zeit montag
      dienstag mittwoch donnerstag freitag samstag sonntag nächste nächsten nächstes letzte letzten erste ersten eins
      zwei drei vier fünf sechs sieben acht neun zehn neue neuen neu alt groß klein ganz ort nähe umgebung namens läuft
      spielt bewerte bewerten zeigt namens erstelle erstellen ändere entferne gesetzt gestellt jetzt gleich später bald aktuelle aktuellen aktuell derzeit leute sache sachen ding frage`,
  },
  fr: {
    links: 'de du des à au aux en pour et avec sur dans d',
    grammar: `le la les un une l j m t s n c qu je tu il elle on nous vous ils elles me te se lui leur leurs moi toi
      soi eux mon ma mes ton ta tes son sa ses notre nos votre vos ce cet cette ces cela ça qui que quoi dont où quand
      comment pourquoi quel quelle quels quelles si alors ou mais donc car ni ne pas plus moins très aussi encore déjà
      toujours jamais par sans sous entre vers chez est es suis sommes êtes sont était étais été être sera serait ai
      as a avons avez ont avait avoir eu fait faire fais peut peux pouvez pouvoir pourrait dois doit devoir veux veut
      vouloir voudrais y tout tous toute toutes même autre autres j'ai c'est d'un d'une qu'il qu'elle n'est s'il`,
    everyday: `bonjour salut merci oui non d'accord bien bon bonne super génial montre montrer trouve trouver cherche
      dis dire donne donner mets mettre aller vais va venir viens prendre prends besoin aime aimer sais savoir crois
      pense voir vois aider aide jouer ajoute aujourd'hui demain hier matin soir nuit midi jour jours semaine mois an
      ans année heure heures minute minutes lundi mardi mercredi jeudi vendredi samedi dimanche deux trois quatre cinq
      prochain prochaine dernier dernière premier nouveau nouvelle petit grand chose choses peu beaucoup fois temps`,
  },
  es: {
    links: 'de del en para con a al y por',
    grammar: `el la los las un una unos unas lo le les yo tú él ella nosotros vosotros ellos ellas usted ustedes me te
      se nos os mi mis tu tus su sus nuestro nuestra este esta esto estos estas ese esa eso esos esas aquel que qué
      quien quién cual cuál cuando cuándo donde dónde como cómo porque si sí no ni o u pero sino sin sobre entre hasta
      desde hacia muy más menos también ya aún todavía siempre nunca es soy eres somos son era fue ser sido está estoy
      están estaba estar he has ha hemos han había haber hay tengo tiene tienes tener puede puedo puedes poder podría
      debo debe quiero quiere quieres querer todo toda todos todas algo alguien otro otra mismo cada tan tanto`,
    everyday: `hola gracias favor buenos buenas bueno buena bien vale muestra mostrar busca buscar encuentra encontrar
      dime decir da dar pon poner hacer hago hace haz voy va vamos ir venir necesito gusta gustaría sé saber creo
      pienso ver ayuda ayudar añade hoy mañana ayer tarde noche día días semana mes año años hora horas minuto minutos
      lunes martes miércoles jueves viernes sábado domingo dos tres cuatro cinco próximo próxima último última primero
      primera nuevo nueva gran cosa cosas poco mucho mucha muchos vez veces tiempo`,
  },
  it: {
    links: 'di del della dei delle da dal a al alla in nel nella per con e su d',
    grammar: `il lo la i gli le un uno una l all dell dall nell sull un' io tu lui lei noi voi loro mi ti si ci vi ne
      mio mia miei mie tuo tua suo sua nostro nostra questo questa questi queste quello quella quelli che chi cui cosa
      quale quali quando dove come perché se o ma però anche non né più meno molto già ancora sempre mai è sono sei
      siamo siete era erano essere stato ho hai ha abbiamo avete hanno avere posso puoi può potere potrei devo devi
      deve dovere voglio vuoi vuole volere vorrei vogliono tutto tutti tutta tutte altro altra stesso ogni tra fra
      senza sotto sopra fino qualche dai dello degli alle ai ad ed dove qui`,
    everyday: `ciao grazie prego favore sì bene buono buona mostra mostrami mostrare trova trovami trovare cerca cercare
      dimmi dire dammi dare metti mettere fa fare fai vai andare venire serve bisogno piace so sapere credo penso
      vedere aiuta aiutare aggiungi riproduci rimuovi cancella imposta visualizza disattiva attiva inserisci prenota
      prenotami ricordami oggi domani ieri mattina mattino sera notte pomeriggio giorno giorni settimana settimane mese
      anno anni ora ore minuto minuti lunedì martedì mercoledì giovedì venerdì sabato domenica due tre quattro cinque
      sei sette otto nove dieci prossimo prossima ultimo primo nuovo nuova posto vicino parte volta tempo chiamato chiamata adesso entro fine attuale attuali attualmente sto sta stai viene vengono poco
      po' farà sarà fanno vota votare impostato chiamata chiamati quanto quanti quante`,
  },
  pt: {
    links: 'de do da dos das em no na para com a ao e por',
    grammar: `o os as um uma uns umas eu tu você vocês ele ela nós eles elas me te se lhe nos meu minha meus minhas teu
      seu sua seus suas nosso nossa este esta isto esse essa isso aquele que quem qual quando onde como porque se não
      sim ou mas mais menos muito também já ainda sempre nunca é sou és somos são era foi ser sido está estou estão
      estar tenho tem têm ter há posso pode poder devo deve quero quer querer todo toda todos todas outro outra mesmo
      cada sem sobre entre até desde`,
    everyday: `olá oi obrigado obrigada favor bom boa bem mostra mostrar procura encontrar acha diz dizer dá dar põe
      pôr fazer faz vou vai ir vir preciso gosto gostaria sei saber acho penso ver ajuda ajudar adiciona hoje amanhã
      ontem manhã tarde noite dia dias semana mês ano anos hora horas minuto minutos segunda terça quarta quinta sexta
      sábado domingo dois três quatro cinco próximo próxima último primeiro novo nova coisa coisas pouco vez tempo`,
  },
  nl: {
    links: 'van voor naar met in op aan de het en uit',
    grammar: `een ik jij je u hij zij ze wij we jullie mij me jou hem haar ons hun mijn jouw zijn onze dit dat deze die
      wie wat welke wanneer waar waarom hoe of als dan maar want omdat dus niet geen wel ook nog al heel zeer zo er
      hier daar door tegen zonder om bij over onder tussen is ben bent was waren geweest wordt worden heb hebt heeft
      hebben had kan kunt kunnen kon moet moeten zal zou zullen wil willen mag mogen meer veel alle alles iets niets
      te tot ander andere zelf weer altijd nooit`,
    everyday: `hallo hoi bedankt dank alsjeblieft ja nee goed goede mooi leuk laat zien toon vind vinden zoek zoeken
      zeg zeggen geef geven maak maken zet zetten ga gaat gaan kom komt komen neem nemen nodig weet weten denk denken
      help helpen vandaag morgen gisteren avond nacht middag ochtend dag dagen week weken maand jaar uur minuten
      maandag dinsdag woensdag donderdag vrijdag zaterdag zondag twee drie vier vijf volgende laatste eerste nieuwe
      ding dingen keer tijd`,
  },
  tr: {
    links: 've için ile',
    grammar: `bir bu şu o ben sen biz siz onlar beni seni onu bizi sizi bana sana ona bize size benim senin onun bizim
      sizin kendi mi mı mu mü midir var yok değil da de ki ya veya ama fakat çünkü eğer gibi kadar göre sonra önce daha
      en çok az her hiç bazı tüm bütün hangi ne neler nedir nasıl neden niçin nerede nereye kim kaç kaçta olan olarak olur
      olacak oldu olsun olmak oluyor ise idi imiş şey üzerinden adlı bulunan hem diye şimdi artık hala bile sadece yani`,
    everyday: `lütfen merhaba selam teşekkürler tamam evet hayır iyi güzel göster bul ver koy ekle aç kapat kur ayarla
      iptal et sil oku çal yap al gel git söyle bak istiyorum isterim istiyoruz lazım ihtiyacım gerekiyor edin edebilir
      misin verir veriyorum ayırt ara hatırlat hatırlatın bana bugün yarın dün sabah akşam gece öğle öğleden öğlen sonraki
      gün günü hafta haftaya ay yıl saat saati dakika saniye pazartesi salı çarşamba perşembe cuma cumartesi pazar
      iki üç dört beş altı yedi sekiz dokuz on ilk son yeni yakın yakındaki civarında zaman mevcut şu anki kişilik
      gösteren sunan yaptırmak dinle oynat oynatın oynayın kullan kullanın ertele durdur temizle listele ara listeme içinde anda konumda yakınlarında ile yağacak duymak dinlemek görmek bugünkü yarınki`,
  },
  ru: {
    links: 'в на для с из и о от',
    grammar: `я ты он она оно мы вы они меня тебя его её ее нас вас их мне тебе ему ей нам вам им мой моя моё мои твой
      твоя свой свою наш ваш этот эта это эти тот та то те кто что чего какой какая какие который когда где куда
      почему как если то или но а же ли бы не ни да нет по за до у к со при над под без между через есть был была
      было были быть будет буду могу может можно надо нужно уже ещё еще только очень так там тут здесь все всё весь
      вся сам себя чтобы потому тоже также более больше меньше`,
    everyday: `привет здравствуйте спасибо пожалуйста хорошо хороший ладно покажи показать найди найти скажи сказать дай
      сделай сделать поставь хочу хотел нужен знаю думаю посмотри помоги сегодня завтра вчера утром утро вечером вечер
      ночью ночь день дня дней неделя неделю месяц год лет час часа часов минут понедельник вторник среда четверг
      пятница суббота воскресенье два три четыре пять новый следующий последний первый время раз`,
  },
  ja: {
    links: 'の',
    grammar: `は が を に へ で と も や から まで より か ね よ な だ です ます でした ました ません する して した しない
      され される されて いる いない いた ある ない あり なり なる なっ て た れ られ せ させ ください 下さい ため よう
      こと もの これ それ あれ この その あの どの どれ ここ そこ どこ 何 なに なん 誰 いつ なぜ どう どんな いくつ 私 僕 俺
      あなた 彼 彼女 的 さん ちゃん 様 し い う さ さい ましょう でしょう だろう べき けど でも しかし そして また もう
      まだ とても すごく もっと 少し ちょっと たい たく ほしい 欲しい って という について として ん のか には では とは
      すべて 全て 全部 さ れる たら なら ば ずつ くらい ぐらい だけ しか`,
    everyday: `ありがとう お願い お願いし こんにちは おはよう はい いいえ 教え 教えて 見 見せ 見せて 見つけ 見つけて 探し
      探して 表示 設定 削除 追加 キャンセル クリア 停止 再生 検索 予約 通知 必要 作成 思い 思う 言っ 行き 行っ 来 持っ 使い
      使う でき できる 今日 明日 昨日 今 朝 午前 午後 夜 夕方 今夜 今週 来週 先週 今月 来月 週末 毎日 毎週 時 分 秒 日 月
      年 時に 時間 分間 日間 間 曜日 月曜 火曜 水曜 木曜 金曜 土曜 日曜 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日 一 二 三 四
      五 六 七 八 九 十 前 後 次 最初 最後 新しい 好き いい 良い 番 件 つ 個 人`,
  },
  zh: {
    links: '的 和 与',
    grammar: `了 是 在 有 我 我想 想学 你 您 他 她 它 我们 你们 他们 这 那 这个 那个 这些 那些 哪 哪里 哪个 什么 怎么 怎样 为什么 谁 几
      多少 吗 呢 吧 啊 不 没 没有 也 都 就 还 又 很 太 更 最 会 能 可以 要 想 应该 被 把 给 对 从 到 向 用 为 为了 因为 所以
      但 但是 如果 或 或者 而 而且 并 之 其 个 一个 一些 一下 一 着 过 地 得 们 上 下 里 中 让 已经 再 只 才 去 来 我的 你的`,
    everyday: `学习 学 写 一封 说明 介绍 解释 请 谢谢 你好 好 好的 帮 帮我 帮忙 看 看看 找 找到 告诉 显示 设置 设定 添加 删除 播放 打开 关闭 知道 觉得 喜欢
      需要 说 问 做 今天 明天 昨天 现在 早上 上午 下午 晚上 今晚 天 周 星期 月 年 小时 分钟 点 号 时候 时间 下周 上周 周末
      两 二 三 四 五 六 七 八 九 十 新 大 小 多 少 东西 问题 事情`,
  },
  ko: {
    links: '및',
    grammar: `나 너 저 우리 그 이 것 수 등 더 안 못 왜 어떻게 무엇 뭐 어디 언제 누구 그리고 그러나 하지만 또는 내 네 제 는 은
      이 가 을 를 에 의 도 로 으로 와 과 있는 있어 있어요 있습니다 없어 하는 해 해요 합니다 했어 좀 다 잘 너무 아주 정말`,
    everyday: `몇 번 몇번 해야 하나요 할까요 인가요 하루에 하루 만들 만드는 방법 안녕 안녕하세요 감사합니다 고마워 네 아니요 알려줘 보여줘 찾아줘 해줘 주세요 오늘 내일 어제 지금 아침 오전
      오후 저녁 밤 주 월 년 시 분 시간 좋은 좋아 새 다음 마지막`,
  },
  th: {
    links: 'ของ และ',
    grammar: `ที่ ใน เป็น มี ไม่ ได้ ให้ จะ ก็ กับ การ ความ นี้ นั้น ว่า แล้ว อยู่ คือ หรือ แต่ เพราะ จาก ถึง โดย ผม ฉัน
      คุณ เขา เรา มัน อะไร ไหน ทำไม อย่างไร ไหม ครับ ค่ะ คะ นะ มาก ทุก ต้อง อยาก ไป มา`,
    everyday: `วิธี ทำ ขอบคุณ สวัสดี ช่วย หน่อย ดู หา บอก ทำ วันนี้ พรุ่งนี้ เมื่อวาน ตอนนี้ เช้า เย็น คืน วัน สัปดาห์ เดือน ปี
      ชั่วโมง นาที ดี ใหม่`,
  },
}

export type Evidence = 'grammar' | 'link' | 'everyday'

const MIN_SHARE_OF_BEST = 0.6

const evidence = new Map<Language, ReadonlyMap<string, Evidence>>()
/** What a language is recognised by. */
const spokenIn = new Map<string, Language[]>()

for (const [language, lexicon] of Object.entries(LEXICA) as [Language, Lexicon][]) {
  const known = new Map<string, Evidence>()
  for (const [kind, list] of [
    ['everyday', lexicon.everyday],
    ['grammar', lexicon.grammar],
    ['link', lexicon.links],
  ] as const) {
    for (const word of list.normalize('NFKC').split(/\s+/)) {
      if (!known.has(word)) spokenIn.set(word, [...(spokenIn.get(word) ?? []), language])
      known.set(word, kind)
    }
  }
  evidence.set(language, known)
}

/** Endings that only verbs have, where there is no tagger. */
const VERBS: Partial<Record<Language, RegExp>> = {
  it: /^\p{L}{2,}(?:[aei]r(?:à|ò|ai|anno|emo|ete)|ando|endo|(?:er|ir|ar)mi|(?:er|ir|ar)lo)$/u,
  tr: /^\p{L}{2,}(?:[ıiuü]yor\p{L}*|[ae]c[ae][kğ]\p{L}*|m[ae]k|[ae]r[ae]k|[ae]bilir\p{L}*|m[ae]l[ıi]\p{L}*|[ıiuü]n[ıiuü]z|m[ae]y[aeıi]|[dt][ıiuü]m)$/u,
}

/**
 * What is known of a lower-case word in `languages`; null for a word that may well be somebody's topic. English grammar
 * counts in every language: names of films and songs bring it along.
 */
export function evidenceOf(word: string, languages: readonly Language[]): Evidence | null {
  for (const language of languages) {
    const known = evidence.get(language)?.get(word)
    if (known) return known
    if (VERBS[language]?.test(word)) return 'everyday'
  }
  const english = languages.length > 0 ? evidence.get('en')?.get(word) : undefined
  return english && english !== 'everyday' ? english : null
}

/**
 * The languages whose small words are frequent among `words` (lower case), the most likely first: usually one, more in texts
 * that mix languages, none in texts that do not show theirs.
 */
export function guessLanguages(words: readonly string[]): Language[] {
  const votes = new Map<Language, number>()
  for (const word of words) {
    const spoken = spokenIn.get(word) ?? []
    for (const language of spoken) votes.set(language, (votes.get(language) ?? 0) + 1 / spoken.length)
  }
  const ranked = [...votes].sort((a, b) => b[1] - a[1])
  const best = ranked[0]?.[1] ?? 0
  return best < 0.5 ? [] : ranked.filter(([, count]) => count >= best * MIN_SHARE_OF_BEST).map(([language]) => language)
}

/** Writes “a and b” in a language: what stands between the two. A comma where none is known. */
export const joinedBy = (language: Language | null): string => (language ? AND[language] : ', ')

const AND: Record<Language, string> = {
  en: ' and ',
  de: ' und ',
  fr: ' et ',
  es: ' y ',
  it: ' e ',
  pt: ' e ',
  nl: ' en ',
  tr: ' ve ',
  ru: ' и ',
  ja: 'と',
  zh: '和',
  ko: ' · ',
  th: 'และ',
}
