/** Spanish, French, Portuguese and Italian: the same things in the same order. */
import type { Language } from './types'

export const spanish: Language = {
  code: 'es',
  leadIn:
    /^(?:(?:bueno|pues|oh|sí|ok|vale|y|pero|por cierto|la verdad|en realidad|hola|gracias|además|porque|también|personalmente|en general|ahora mismo|ahora|actualmente|(?:(?:una )?pequeña )?(?:novedad|actualización|noticia)(?=[:,]))(?:[,!.:–-]+ *| +))+/iu,
  seam: /,? (?:y|pero|porque|además) (?=(?:yo|me|mi|mis|soy|tengo|vivo|trabajo|prefiero|odio)\b)|; /iu,
  never:
    /[?¿]|(?<!\p{L})(?:si|ojalá|imagina|imagínate|supón|supongamos|quizás?|tal vez|habría|hubiera|podría|por ejemplo|dice|dijo|dicen|según|es broma|en (?:el libro|la película|la novela)|antes (?:me|yo))(?!\p{L})/iu,
  patterns: [
    { category: 'task', explicit: true, form: /^(?:por favor,? )?recuérdame (?:que |de )?(?<content>.{3,})/iu },
    {
      category: 'fact',
      explicit: true,
      form: /^(?:por favor,? )?(?:recuerda|acuérdate de|no olvides|no te olvides de|ten en cuenta|apunta|anota|toma nota)(?: de)?(?: que|:) (?<content>.{4,})/iu,
    },
    {
      category: 'fact',
      explicit: true,
      form: /^(?:a partir de ahora|de ahora en adelante|para la próxima)[:,]? (?<content>.{5,})/iu,
    },
    {
      category: 'preference',
      explicit: true,
      form: /^(?:por favor,? )?(?:responde|contesta|escribe|usa|háblame|trátame|explícame)(?:me)? (?:siempre|nunca)\b.{2,}/iu,
    },
    {
      category: 'preference',
      explicit: true,
      form: /^(?:por favor,? )?llámame (?!(?:mañana|luego|después|cuando|más|a)\b)\p{L}.{1,40}$/iu,
    },
    {
      category: 'preference',
      form: /^(?:a mí )?(?:no )?me (?:gusta|gustan|encanta|encantan|fascina|fascinan|disgusta|disgustan) (?:mucho |más |muchísimo |nada )*(?!(?:eso|esto|esa|ese|esta idea|cómo|que|tu|tus|la idea|lo que|saber|hablar contigo)\b)\p{L}.{2,}/iu,
    },
    {
      category: 'preference',
      form: /^(?:yo )?(?:prefiero|odio|adoro|detesto|amo|no soporto) (?!(?:eso|esto|esa|ese|que|no|saber|el (?:primero|segundo)|la (?:primera|segunda)|te|lo)\b)\p{L}.{2,}/iu,
    },
    {
      category: 'preference',
      form: /^mi(?:s)? \p{L}+(?: \p{L}+){0,2} (?:favorit[oa]s?|preferid[oa]s?) (?:es|son) .{2,}/iu,
    },
    {
      category: 'preference',
      form: /^(?:yo )?(?:nunca|siempre|casi nunca|normalmente|solo) (?:como|bebo|uso|tomo|compro|viajo|desayuno|leo|escucho|cocino|corro|duermo|me levanto)\b.{2,}/iu,
    },
    { category: 'preference', form: /^(?:yo )?no (?:como|bebo|tomo|uso) (?!(?:eso|esto|ahora|hoy|nada)\b).{3,}/iu },
    { category: 'fact', form: /^(?:yo )?(?:me llamo|mi nombre es) \p{L}.{1,60}/iu },
    {
      category: 'fact',
      form: /^(?:yo )?(?:vivo|nací|crecí|trabajo|estudio|enseño) (?:\p{L}+ )?(?:en|de|como|para|con|desde)\b (?!(?:ello|eso|esto|ti|tu)\b).{2,}/iu,
    },
    {
      category: 'fact',
      form: /^(?:yo )?soy (?:de \p{Lu}.{2,}|alérgic[oa]|vegetarian[oa]|vegan[oa]|celíac[oa]|diabétic[oa]|zurd[oa]|solter[oa]|viud[oa]|jubilad[oa]|intolerante|madre|padre|enfermer[oa]|médic[oa]|profesor[a]?|maestr[oa]|ingenier[oa]|abogad[oa]|estudiante|periodista|músic[oa]|arquitect[oa]|programador[a]?|autónom[oa])(?!\p{L}).*/iu,
    },
    {
      category: 'fact',
      form: /^(?:yo )?estoy (?:casad[oa]|divorciad[oa]|embarazada|jubilad[oa]|comprometid[oa]|estudiando|aprendiendo)(?!\p{L}).*/iu,
    },
    {
      category: 'fact',
      form: /^(?:yo )?tengo (?:\d{1,3} años|(?:una?|dos|tres|cuatro|\d+) (?:herman[oa]s?|hij[oa]s?|perr[oa]s?|gat[oa]s?|nietos?|sobrin[oa]s?|casa|coche|alergia)|alergia a|diabetes|asma|migrañas?)(?!\p{L})(?! (?:que|de sueño)\b).*/iu,
    },
    {
      category: 'fact',
      form: /^mi (?:cumpleaños|aniversario|correo|email|dirección|teléfono|número|ciudad natal|lengua materna|profesión) es (?!(?:que|muy|eso)\b).{2,}/iu,
    },
    {
      category: 'fact',
      form: /^mi (?:herman[oa]|madre|padre|mujer|marido|espos[oa]|novi[oa]|hij[oa]|abuel[oa]|jef[ea]|perr[oa]|gat[oa]) (?:se llama|es|vive|trabaja|tiene|estudia|nació) (?!(?:muy|que|tan|eso|un desastre)\b).{2,}/iu,
    },
    { category: 'fact', form: /^(?:yo )?(?:hablo|toco) (?!(?:con|de|contigo|en serio)\b)\p{L}.{3,}/iu },
    {
      category: 'task',
      form: /^(?:yo )?(?:todavía |aún )(?:tengo que|debo|me falta) (?!(?:decir|saber|preguntar|pensar)\b)(?<content>.{4,})/iu,
    },
    {
      category: 'task',
      form: /^(?:yo )?(?:tengo que|debo|no puedo olvidar|no debo olvidar) (?!(?:decir|saber|preguntar|admitir)\b)(?<content>.{4,}(?:antes del?|mañana|hoy|este (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|fin de semana)|el (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)|esta semana|la próxima semana|para el)(?!\p{L}).*)/iu,
    },
    { category: 'task', form: /^(?:tarea|pendiente)s?: (?<content>.{3,})/iu },
    {
      category: 'insight',
      form: /^(?:he decidido|hemos decidido|decidí|decidimos|me he decidido por|hemos acordado|acordamos) (?!(?:eso|esto)[.!]?$).{4,}/iu,
    },
    {
      category: 'insight',
      form: /^(?:he aprendido|aprendí|me he dado cuenta de|me di cuenta de|descubrí|he descubierto) que .{5,}/iu,
    },
  ],
  done: /(?<!\p{L})(?:hecho|terminé|terminado|acabé|acabado|listo|ya|completado|enviado|envié|pagado|pagué|comprado|compré|reservado|llamado|llamé)(?!\p{L})/iu,
  notDone: /(?<!\p{L})(?:no|todavía|aún|casi|cuando|si|tengo que|debo|voy a|nunca)(?!\p{L})|[?¿]/iu,
}

export const french: Language = {
  code: 'fr',
  leadIn:
    /^(?:(?:bon|ben|oh|oui|non|ok|d['’]accord|et|mais|au fait|en fait|honnêtement|bonjour|salut|merci|aussi|en plus|car|personnellement|en général|actuellement|maintenant|sinon|(?:(?:une )?petite )?(?:nouvelle|mise à jour|précision)(?= ?[:,]))(?:[,!.:–-]+ *| +))+/iu,
  seam: /,? (?:et|mais|car|en plus) (?=(?:je|j['’]|mon|ma|mes)\b|j['’])|; /iu,
  never:
    /\?|(?<!\p{L})(?:si|s['’]il|imagine|imaginez|supposons|peut-être|aurais|serais|pourrais|voudrais|aimerais|par exemple|il dit|elle dit|a dit|disent|selon|d['’]après|je plaisante|dans (?:le livre|le film|le roman)|avant,? je)(?!\p{L})/iu,
  patterns: [
    {
      category: 'task',
      explicit: true,
      form: /^(?:s['’]il te plaît,? )?rappelle-moi (?:de |d['’]|que )?(?<content>.{3,})/iu,
    },
    {
      category: 'fact',
      explicit: true,
      form: /^(?:s['’]il te plaît,? )?(?:souviens-toi|rappelle-toi|retiens|note(?! ?: (?:the|this|that|if|you|it|in|an?|we|please|all|there|when|for|i|my|our)\b)|n['’]oublie pas|garde en tête|sache)(?: bien)?(?: que|:| qu['’]) ?(?<content>.{4,})/iu,
    },
    {
      category: 'fact',
      explicit: true,
      form: /^(?:désormais|à partir de maintenant|dorénavant|pour la prochaine fois)[:,]? (?<content>.{5,})/iu,
    },
    {
      category: 'preference',
      explicit: true,
      form: /^(?:s['’]il te plaît,? )?(?:réponds|écris|utilise|parle|explique|tutoie|vouvoie)(?:-moi)? (?:toujours|jamais)\b.{2,}/iu,
    },
    {
      category: 'preference',
      explicit: true,
      form: /^(?:s['’]il te plaît,? )?appelle-moi (?!(?:demain|plus|quand|ce|à|après)\b)\p{L}.{1,40}$/iu,
    },
    {
      category: 'preference',
      form: /^(?:moi,? )?(?:je (?:n['’])?(?:préfère|déteste|adore|hais)|j['’](?:aime|adore)|je n['’]aime (?:pas|plus)|je ne supporte pas) (?:beaucoup |bien |vraiment |surtout |pas |trop )*(?!(?:ça|cela|ce|cette|celui|celle|l['’]idée|savoir|que|quand|te|ton|ta|tes|comment|le premier|la première|parler avec toi)(?!\p{L}))\p{L}.{2,}/iu,
    },
    {
      category: 'preference',
      form: /^m(?:on|a|es) \p{L}+(?: \p{L}+){0,2} (?:préférée?s?|favorie?s?|favorites?) (?:est|sont|c['’]est) ?.{2,}/iu,
    },
    {
      category: 'preference',
      form: /^je (?:ne )?(?:mange|bois|prends|porte|achète|utilise|lis|regarde|cuisine|voyage|dors|cours) (?:toujours|jamais|pas de|pas d['’]|rarement|uniquement|seulement|souvent|que)(?!\p{L}).{2,}/iu,
    },
    { category: 'fact', form: /^(?:moi,? )?(?:je m['’]appelle|mon (?:nom|prénom) est) \p{L}.{1,60}/iu },
    { category: 'fact', form: /^j['’]habite (?:à|en|au|aux|dans|chez|près)(?!\p{L}).{2,}/iu },
    {
      category: 'fact',
      form: /^je (?:vis|travaille|viens|étudie|suis né(?:e)?|enseigne) (?:\p{L}+ )?(?:à|en|au|aux|dans|chez|comme|pour|de|d['’]|depuis)(?!\p{L}) ?(?!(?:ça|cela|toi|voir|dire|finir|faire|comprendre|lire|recevoir|terminer)(?!\p{L})).{2,}/iu,
    },
    {
      category: 'fact',
      form: /^je suis (?:allergique|végétarien(?:ne)?|végan(?:e)?|végétalien(?:ne)?|diabétique|asthmatique|intolérante?|mariée?|divorcée?|célibataire|veuve?|enceinte|fiancée?|retraitée?|gauchère?|gaucher|daltonien(?:ne)?|infirmi(?:er|ère)|médecin|professeur(?:e)?|enseignante?|ingénieure?|avocate?|étudiante?|journaliste|musicien(?:ne)?|architecte|développeu(?:r|se)|originaire)(?!\p{L}).*/iu,
    },
    {
      category: 'fact',
      form: /^j['’]ai (?:\d{1,3} ans|(?:une?|deux|trois|quatre|\d+) (?:sœurs?|frères?|enfants?|fils|filles?|chiens?|chats?|neveux?|nièces?|maison|voiture|allergie)|du diabète|de l['’]asthme|des migraines)(?!\p{L})(?! (?:que|qui (?!s['’]appelle))(?!\p{L})).*/iu,
    },
    {
      category: 'fact',
      form: /^mon (?:anniversaire|adresse|e-?mail|numéro|métier|groupe sanguin) (?:est|c['’]est) .{2,}/iu,
    },
    {
      category: 'fact',
      form: /^m(?:a|on) (?:sœur|frère|mère|père|femme|mari|copine|copain|fils|fille|grand-mère|grand-père|chef|patron(?:ne)?|chien(?:ne)?|chat(?:te)?),? (?:s['’]appelle|est|habite|vit|travaille|a|étudie) (?!(?:dit|très|ça|que|si|venue?|partie?)(?!\p{L})).{2,}/iu,
    },
    {
      category: 'fact',
      form: /^je (?:parle (?!(?:avec|de|à|du|pas)(?!\p{L}))|joue (?:du|de la|au|de l['’]) ?)\p{L}.{2,}/iu,
    },
    {
      category: 'task',
      form: /^(?:je dois|il faut que je|il me faut) (?:encore|absolument) (?!(?:dire|savoir|avouer|réfléchir)(?!\p{L}))(?<content>.{4,})/iu,
    },
    {
      category: 'task',
      form: /^(?:je dois|je ne dois pas oublier de|il ne faut pas que j['’]oublie de) (?!(?:dire|savoir|avouer)(?!\p{L}))(?<content>.{4,}(?:avant|demain|aujourd['’]hui|ce soir|cette semaine|la semaine prochaine|d['’]ici|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?!\p{L}).*)/iu,
    },
    { category: 'task', form: /^(?:à faire|tâche)s? ?: (?<content>.{3,})/iu },
    {
      category: 'insight',
      form: /^(?:j['’]ai|on a|nous avons) (?:enfin |finalement )?(?:décidé|choisi|convenu) (?:de|d['’]|que|qu['’]|le|la|les) ?.{3,}/iu,
    },
    {
      category: 'insight',
      form: /^(?:j['’]ai (?:appris|compris|découvert|réalisé)|je me suis rendu compte) (?:que|qu['’]) ?.{5,}/iu,
    },
  ],
  done: /(?<!\p{L})(?:fait|fini|terminé|réglé|déjà|enfin|envoyée?|payée?|achetée?|réservée?|appelée?|rendue?)(?!\p{L})/iu,
  notDone: /(?<!\p{L})(?:pas|jamais|presque|bientôt|vais|dois|quand|si|avant|encore)(?!\p{L})|\?/iu,
}

export const portuguese: Language = {
  code: 'pt',
  leadIn:
    /^(?:(?:bom|bem|ah|sim|ok|e|mas|aliás|na verdade|olá|oi|obrigad[oa]|também|além disso|porque|pois|pessoalmente|em geral|atualmente|agora|por acaso|(?:(?:uma )?pequena )?(?:novidade|atualização|notícia)(?=[:,]))(?:[,!.:–-]+ *| +))+/iu,
  seam: /,? (?:e|mas|porque|pois) (?=(?:eu|meu|minha|sou|tenho|moro|vivo|trabalho|prefiro|gosto|odeio)\b)|; /iu,
  never:
    /\?|(?<!\p{L})(?:se|imagina|imagine|suponha|talvez|teria|seria|poderia|gostaria|queria|por exemplo|ele disse|ela disse|disse que|dizem|segundo|brincadeira|no (?:livro|filme|romance)|antigamente)(?!\p{L})/iu,
  patterns: [
    {
      category: 'task',
      explicit: true,
      form: /^(?:por favor,? )?(?:lembra-me|lembre-me|me lembra|me lembre) (?:de |que )?(?<content>.{3,})/iu,
    },
    {
      category: 'fact',
      explicit: true,
      form: /^(?:por favor,? )?(?:lembra-te|lembre-se|lembra|lembre|não te esqueças|não se esqueça|não esqueça|anota|anote|toma nota|tenha em mente)(?: de)?(?: que|:) (?<content>.{4,})/iu,
    },
    {
      category: 'fact',
      explicit: true,
      form: /^(?:a partir de agora|de agora em diante|daqui para a frente)[:,]? (?<content>.{5,})/iu,
    },
    {
      category: 'preference',
      explicit: true,
      form: /^(?:por favor,? )?(?:responde|responda|escreve|escreva|usa|use|fala|fale)(?:-me)? (?:sempre|nunca)\b.{2,}/iu,
    },
    {
      category: 'preference',
      form: /^(?:eu )?(?:não )?(?:gosto|adoro|prefiro|odeio|detesto|amo|não suporto) (?:muito |mais |bastante |mesmo |de |do |da |dos |das )*(?!(?:isso|isto|disso|disto|aquilo|que|como|saber|te|você|ti|essa|esse|dessa|desse|ideia)\b)\p{L}.{2,}/iu,
    },
    {
      category: 'preference',
      form: /^(?:o |a |os |as )?(?:meu|minha|meus|minhas) \p{L}+(?: \p{L}+){0,2} (?:favorit[oa]s?|preferid[oa]s?) (?:é|são) .{2,}/iu,
    },
    {
      category: 'preference',
      form: /^(?:eu )?(?:nunca|sempre|quase nunca|normalmente|só) (?:como|bebo|uso|tomo|compro|viajo|leio|ouço|cozinho|corro|durmo|acordo)(?!\p{L}).{2,}/iu,
    },
    { category: 'preference', form: /^(?:eu )?não (?:como|bebo|tomo|uso) (?!(?:isso|isto|agora|hoje|nada)\b).{3,}/iu },
    { category: 'fact', form: /^(?:eu )?(?:chamo-me|me chamo|o meu nome é|meu nome é) \p{L}.{1,60}/iu },
    {
      category: 'fact',
      form: /^(?:eu )?(?:moro|vivo|nasci|cresci|trabalho|estudo|ensino) (?:\p{L}+ )?(?:em|no|na|nos|nas|de|como|para|com|há|perto)(?!\p{L}) (?!(?:isso|isto|ti|você)\b).{2,}/iu,
    },
    {
      category: 'fact',
      form: /^(?:eu )?sou (?:de \p{Lu}.{2,}|alérgic[oa]|vegetarian[oa]|vegan[oa]|celíac[oa]|diabétic[oa]|canhot[oa]|solteir[oa]|casad[oa]|divorciad[oa]|viúv[oa]|aposentad[oa]|reformad[oa]|intolerante|mãe|pai|enfermeir[oa]|médic[oa]|professora?|engenheir[oa]|advogad[oa]|estudante|jornalista|músic[oa]|arquitet[oa]|programadora?)(?!\p{L}).*/iu,
    },
    {
      category: 'fact',
      form: /^(?:eu )?estou (?:grávida|noiv[oa]|casad[oa]|divorciad[oa]|aposentad[oa]|reformad[oa]|aprendendo|estudando|a aprender|a estudar)(?!\p{L}).*/iu,
    },
    {
      category: 'fact',
      form: /^(?:eu )?tenho (?:\d{1,3} anos|(?:uma?|dois|duas|três|quatro|\d+) (?:irmãos?|irmãs?|filh[oa]s?|cães|cão|cachorr[oa]s?|gat[oa]s?|net[oa]s?|casa|carro|alergia)|alergia a|diabetes|asma|enxaquecas?)(?!\p{L})(?! que\b).*/iu,
    },
    {
      category: 'fact',
      form: /^(?:o |a )?(?:meu|minha) (?:aniversário|endereço|morada|e-?mail|telefone|número|profissão|língua materna) é .{2,}/iu,
    },
    {
      category: 'fact',
      form: /^(?:o |a )?(?:meu|minha) (?:irmã|irmão|mãe|pai|mulher|esposa|marido|namorad[oa]|filh[oa]|avó|avô|chefe|cão|cachorr[oa]|gat[oa]) (?:chama-se|se chama|é|mora|vive|trabalha|tem|estuda) (?!(?:muito|que|tão)\b).{2,}/iu,
    },
    { category: 'fact', form: /^(?:eu )?(?:falo|toco) (?!(?:com|de|contigo|sério)\b)\p{L}.{3,}/iu },
    {
      category: 'task',
      form: /^(?:eu )?(?:ainda )(?:tenho de|tenho que|preciso de|preciso) (?!(?:dizer|saber|perguntar|pensar)\b)(?<content>.{4,})/iu,
    },
    {
      category: 'task',
      form: /^(?:eu )?(?:tenho de|tenho que|não posso esquecer de|não me posso esquecer de) (?!(?:dizer|saber|admitir)\b)(?<content>.{4,}(?:antes d|amanhã|hoje|esta semana|na próxima semana|até|na (?:segunda|terça|quarta|quinta|sexta)|no (?:sábado|domingo)).*)/iu,
    },
    {
      category: 'insight',
      form: /^(?:eu )?(?:decidi|decidimos|resolvi|combinámos|combinamos) (?!(?:isso|isto)[.!]?$).{4,}/iu,
    },
    { category: 'insight', form: /^(?:eu )?(?:aprendi|percebi|descobri|dei-me conta de|me dei conta de) que .{5,}/iu },
  ],
  done: /(?<!\p{L})(?:feito|terminei|terminado|acabei|pronto|já|concluído|enviei|enviado|paguei|pago|comprei|comprado|reservei|liguei)(?!\p{L})/iu,
  notDone: /(?<!\p{L})(?:não|ainda|quase|quando|se|tenho (?:de|que)|vou|nunca)(?!\p{L})|\?/iu,
}

export const italian: Language = {
  code: 'it',
  leadIn:
    /^(?:(?:beh|allora|oh|sì|ok|va bene|e|ma|comunque|in realtà|a proposito|ciao|grazie|inoltre|perché|anche|personalmente|in generale|attualmente|ora|adesso|(?:(?:una )?piccol[ao] )?(?:novità|aggiornamento|notizia)(?=[:,]))(?:[,!.:–-]+ *| +))+/iu,
  seam: /,? (?:e|ma|perché|inoltre) (?=(?:io|mi|mio|mia|sono|ho|vivo|abito|lavoro|preferisco|odio)\b)|; /iu,
  never:
    /\?|(?<!\p{L})(?:se|immagina|immaginiamo|supponiamo|forse|magari|avrei|sarei|potrei|vorrei|per esempio|lui dice|lei dice|ha detto|dicono|secondo|scherzo|nel (?:libro|film|romanzo)|una volta)(?!\p{L})/iu,
  patterns: [
    { category: 'task', explicit: true, form: /^(?:per favore,? )?ricordami (?:di |che )?(?<content>.{3,})/iu },
    {
      category: 'fact',
      explicit: true,
      form: /^(?:per favore,? )?(?:ricorda|ricordati|ricordi|non dimenticare|tieni presente|tieni a mente|annota|segnati|prendi nota)(?: che|:) (?<content>.{4,})/iu,
    },
    {
      category: 'fact',
      explicit: true,
      form: /^(?:d['’]ora in poi|da ora in poi|per la prossima volta)[:,]? (?<content>.{5,})/iu,
    },
    {
      category: 'preference',
      explicit: true,
      form: /^(?:per favore,? )?(?:rispondi|scrivi|usa|parla|spiega)(?:mi)? (?:sempre|mai)\b.{2,}/iu,
    },
    {
      category: 'preference',
      explicit: true,
      form: /^(?:per favore,? )?chiamami (?!(?:domani|dopo|quando|più|alle)\b)\p{L}.{1,40}$/iu,
    },
    {
      category: 'preference',
      form: /^(?:a me )?(?:non )?mi (?:piace|piacciono) (?:molto |tanto |di più |davvero )*(?!(?:questo|quello|questa|quella|che|come|sapere|l['’]idea|la tua|il tuo)\b)\p{L}.{2,}/iu,
    },
    {
      category: 'preference',
      form: /^(?:io )?(?:preferisco|odio|adoro|detesto|amo|non sopporto) (?!(?:questo|quello|che|sapere|non|ti|lo|il (?:primo|secondo))\b)\p{L}.{2,}/iu,
    },
    {
      category: 'preference',
      form: /^(?:il|la|i|le) mi(?:o|a|ei|e) \p{L}+(?: \p{L}+){0,2} preferit[oaie] (?:è|sono) .{2,}/iu,
    },
    {
      category: 'preference',
      form: /^(?:io )?(?:non )?(?:mangio|bevo|uso|prendo|compro|leggo|ascolto|cucino|dormo|corro|viaggio) (?:mai|sempre|solo|di solito|spesso|carne|alcol|alcolici|latticini|pesce|glutine|caffè)(?!\p{L}).*/iu,
    },
    { category: 'fact', form: /^(?:io )?(?:mi chiamo|il mio nome è) \p{L}.{1,60}/iu },
    {
      category: 'fact',
      form: /^(?:io )?(?:vivo|abito|lavoro|studio|insegno|vengo) (?:\p{L}+ )?(?:a|in|da|come|per|con|presso|vicino|al|alla|nel|nella)(?!\p{L}) (?!(?:questo|te)\b).{2,}/iu,
    },
    {
      category: 'fact',
      form: /^(?:io )?sono (?:di \p{Lu}.{2,}|nat[oa] .{3,}|allergic[oa]|vegetarian[oa]|vegan[oa]|celiac[oa]|diabetic[oa]|mancin[oa]|spost[ao]|sposat[oa]|divorziat[oa]|single|vedov[oa]|incinta|fidanzat[oa]|in pensione|pensionat[oa]|intollerante|infermier[ea]|medico|insegnante|professore(?:ssa)?|ingegnere|avvocat[oa]|student(?:e|essa)|giornalista|musicista|architett[oa]|programmat(?:ore|rice))(?!\p{L}).*/iu,
    },
    {
      category: 'fact',
      form: /^(?:io )?ho (?:\d{1,3} anni|(?:un['’]?|una|uno|due|tre|quattro|\d+) ?(?:sorell[ae]|fratell[oi]|figli[oae]?|can[ei]|gatt[oia]|nipoti?|casa|macchina|auto|allergia)|il diabete|l['’]asma|le? emicranie?)(?!\p{L})(?! che\b).*/iu,
    },
    {
      category: 'fact',
      form: /^(?:il mio|la mia) (?:compleanno|indirizzo|e-?mail|numero|professione|madrelingua|lavoro) è .{2,}/iu,
    },
    {
      category: 'fact',
      form: /^(?:il mio |la mia )?(?:mi[oa] )?(?:sorella|fratello|madre|padre|moglie|marito|fidanzat[oa]|ragazz[oa]|figli[oa]|nonn[oa]|cap[oa]|cane|gatt[oa]) (?:si chiama|vive|abita|lavora|studia|ha \d) ?(?!(?:molto|che|così)\b).{2,}/iu,
    },
    { category: 'fact', form: /^(?:io )?(?:parlo|suono) (?!(?:con|di|sul serio)\b)\p{L}.{3,}/iu },
    {
      category: 'task',
      form: /^(?:io )?(?:devo ancora|ho ancora da|non devo dimenticare di) (?!(?:dire|sapere|pensare)\b)(?<content>.{4,})/iu,
    },
    {
      category: 'task',
      form: /^(?:io )?devo (?!(?:dire|sapere|ammettere)\b)(?<content>.{4,}(?:entro|prima|domani|oggi|stasera|questa settimana|la prossima settimana|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica)(?!\p{L}).*)/iu,
    },
    {
      category: 'insight',
      form: /^(?:ho|abbiamo) (?:finalmente )?(?:deciso|scelto|concordato) (?:di|che|il|la|per)(?!\p{L}).{3,}/iu,
    },
    { category: 'insight', form: /^(?:ho (?:imparato|capito|scoperto)|mi sono res[oa] conto) che .{5,}/iu },
  ],
  done: /(?<!\p{L})(?:fatto|finito|terminato|completato|già|inviato|mandato|pagato|comprato|prenotato|chiamato|consegnato)(?!\p{L})/iu,
  notDone: /(?<!\p{L})(?:non|ancora|quasi|quando|se|devo|mai|appena|prima)(?!\p{L})|\?/iu,
}
