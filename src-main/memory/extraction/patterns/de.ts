import type { Language } from './types'

const NICHTS =
  '(?:es|das|dies|diese[mnrs]?|dir|dich|sie|ihn|ihm|ihr|euch|jetzt|hier|da|wenn|dass|wie|sehr wissen|gern wissen)\\b'
const VERWANDTE =
  '(?:Schwester|Bruder|Mutter|Mama|Vater|Papa|Frau|Mann|Ehefrau|Ehemann|Partnerin|Partner|Freundin|Freund|Sohn|Tochter|Kinder|Kind|Tante|Onkel|Oma|Opa|Eltern|Großeltern|Chefin|Chef|Nachbarin|Nachbar|Hund|Katze|Hündin|Kater)'
const WANN =
  '(?:bis|vor|morgen|heute|nächste[nrs]?|diese[nrs]? (?:Woche|Monat|Wochenende)|am (?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|\\d)|um \\d|in \\p{L}+ (?:Tagen|Wochen|Monaten))'

export const german: Language = {
  code: 'de',
  leadIn:
    /^(?:(?:also|ach|oh|ja|nein|ok|okay|und|aber|übrigens|eigentlich|ehrlich gesagt|danke|hallo|hi|nur so|zur info|ps|ausserdem|außerdem|weil|denn|generell|grundsätzlich|im moment|derzeit|momentan|zurzeit|gut|leider|zum glück|(?:(?:kleines?|kurzes?|kleine|kurze|kleiner|kurzer) )?(?:update|neuigkeit|info|hinweis|nachtrag|frage)(?=[:,–—]))(?:[,!.:–-]+ *| +))+/iu,
  seam: /,? (?:und|aber|denn|außerdem) (?=(?:ich|mein|meine|mir)\b)|; (?=(?:ich|mein|meine)\b)/iu,
  never:
    /\?|(?<!\p{L})(?:wenn|falls|angenommen|stell dir vor|stellen wir uns|hätte|wäre|würde|würden|könnte|vielleicht|zum beispiel|z\. ?b\.|als ob|er sagt|sie sagt|sagte|meinte|laut|früher|im (?:buch|film|roman|lied)|nur ein witz|scherz)(?!\p{L})/iu,
  patterns: [
    {
      category: 'task',
      explicit: true,
      form: /^(?:bitte )?(?:erinner|erinnere) mich (?:bitte )?(?:daran,? )?(?:an |dass ich |,? )?(?<content>.{3,})/iu,
    },
    {
      category: 'task',
      explicit: true,
      form: /^(?:ich )?(?:darf|muss) (?:ich )?(?:nicht vergessen|daran denken),? (?<content>.{4,})/iu,
    },
    {
      category: 'fact',
      explicit: true,
      form: /^(?:bitte )?(?:merk|merke|merken sie|notier|notiere|schreib|vergiss nicht|behalte?|denk daran|denk dran|beachte)(?: dir| sich)?(?: bitte)?(?: auf| im kopf)?[:,]?(?: dass)?,? (?<content>(?!mal\b)\p{L}.{4,})/iu,
    },
    {
      category: 'fact',
      explicit: true,
      form: /^(?:ab jetzt|von jetzt an|künftig|in zukunft|ab sofort|fürs nächste mal)[:,]? (?<content>.{5,})/iu,
    },
    {
      category: 'preference',
      explicit: true,
      form: /^(?:bitte )?(?:antworte?|schreibe?|benutze?|verwende?|nutze?|duze|sieze|nenne?|sprich) (?:mir |mich )?(?:bitte )?(?:immer|nie|niemals|stets|grundsätzlich)\b.{2,}/iu,
    },
    {
      category: 'preference',
      explicit: true,
      form: /^(?:bitte )?nenn(?:e)? mich (?!(?:nicht|bitte nicht|verrückt)\b)\p{L}.{1,40}$/iu,
    },
    {
      category: 'preference',
      form: new RegExp(
        `^ich (?:mag|liebe|hasse|bevorzuge|verabscheue|genieße) (?:sehr |wirklich |auch |eher |am liebsten |vor allem |besonders )*(?!${NICHTS}).{3,}`,
        'iu',
      ),
    },
    {
      category: 'preference',
      form: new RegExp(
        `^ich (?:esse|trinke|nutze|benutze|verwende|höre|lese|schaue|koche|spiele|reise|fahre|fliege|arbeite|gehe|stehe|kaufe|trage) (?:jetzt (?=lieber|kein|nur|nie|gern|wieder))?(?!${NICHTS})(?:[^,.]{0,30} )?(?:gern|gerne|am liebsten|lieber|ungern|nie|niemals|immer|meistens|kein|keine|keinen|nur)\\b.*`,
        'iu',
      ),
    },
    {
      category: 'preference',
      form: new RegExp(
        `^ich (?:kann|mag|will) (?!${NICHTS})(?:[^,.]{2,40} )(?:nicht (?:leiden|ausstehen|ab|riechen)|nicht|gar nicht|überhaupt nicht)[.!]?$`,
        'iu',
      ),
    },
    {
      category: 'preference',
      form: /^am liebsten (?:esse|trinke|nutze|höre|lese|schaue|koche|spiele|reise|arbeite|gehe|mag) ich .{3,}/iu,
    },
    { category: 'preference', form: /^mein(?:e|er)? lieblings\p{L}+ (?:ist|sind|heißt|war) .{2,}/iu },
    {
      category: 'preference',
      form: /^ich (?:bin|war schon immer) (?:ein |eine )?(?:großer |große |riesiger |absoluter )?(?:fan von|liebhaber(?:in)? von) .{3,}/iu,
    },
    {
      category: 'preference',
      form: /^mir (?:schmeckt|schmecken|gefällt|gefallen) (?!(?:es|das|dies|sie|er|hier|der|die)\b).{3,}/iu,
    },
    { category: 'fact', form: /^ich (?:heiße|heisse) (?!(?:dich|sie|euch|das)\b)\p{L}.{1,60}/iu },
    {
      category: 'fact',
      form: /^[Ii]ch (?:wohne|lebe|stamme|komme|arbeite|studiere|unterrichte|forsche|singe|tanze|trainiere) (?!(?:hier|da|dort|gerade|noch an|daran|damit|mit dir|an (?:dem|der|einem|einer|meinem|meiner)|heute|morgen|gleich|später|nicht klar|zurück|an)\b)(?:\p{L}+ ){0,4}?(?:in|im|bei|als|aus|an|seit|nahe|auf|allein|\p{Lu}\p{L}+)\b.*/u,
    },
    {
      category: 'fact',
      form: /^ich bin (?:\p{L}+ )?(?:allergisch|vegetarier(?:in)?|veganer(?:in)?|vegan|schwanger|verheiratet|geschieden|ledig|single|verlobt|verwitwet|rentner(?:in)?|im ruhestand|linkshänder(?:in)?|farbenblind|diabetiker(?:in)?|laktoseintolerant|schwerhörig|arbeitslos|selbständig|selbstständig|alleinerziehend|zweisprachig)\b.*/iu,
    },
    {
      category: 'fact',
      form: /^[Ii]ch bin (?:von beruf )?(?:eine? )?\p{Lu}\p{L}+(?:er|erin|in|ist|istin|arzt|ärztin|ant|antin|eur|eurin|frau|mann|or|orin|ent|entin)(?: (?:in|bei|im|an|von beruf|für) .*)?[.!]?$/u,
    },
    { category: 'fact', form: /^ich bin (?:\d{1,3}|\p{L}+zig|\p{L}+zehn) jahre alt.*/iu },
    { category: 'fact', form: /^ich (?:bin|wurde) .{0,40}\b(?:geboren|aufgewachsen|umgezogen|gezogen)\b.*/iu },
    {
      category: 'fact',
      form: new RegExp(
        `^(?:[Ii]ch habe|[Ii]ch hab|[Ww]ir haben) (?:eine[nr]?|zwei|drei|vier|fünf|\\d+|keine) (?:\\p{L}+ ){0,2}?(?:${VERWANDTE}|Geschwister|Söhne|Töchter|Schwestern|Brüder|Hunde|Katzen|Haustiere?|Haus|Wohnung|Auto|Garten|Allergie|Unverträglichkeit|Klavier|Gitarre)\\p{L}*\\b.*`,
        'u',
      ),
    },
    {
      category: 'fact',
      form: /^ich (?:habe|hab|leide an|leide unter) (?:\p{L}+ )?(?:diabetes|asthma|migräne|heuschnupfen|adhs|rheuma|bluthochdruck|depressionen|zöliakie|neurodermitis|arthrose|epilepsie|eine \p{L}*allergie)\b.*/iu,
    },
    {
      category: 'fact',
      form: /^(?:mein|meine|unser|unsere) (?:name|vorname|nachname|geburtstag|hochzeitstag|beruf|heimatstadt|muttersprache|schuhgröße|blutgruppe|e-?mail(?:-adresse)?|adresse|telefonnummer|handynummer|nummer|termin|prüfung)\b.{0,20}? (?:ist|lautet|sind)\b (?!(?:das|es|falsch|weg|nicht|sehr|so)\b).{2,}/iu,
    },
    {
      category: 'fact',
      form: new RegExp(
        `^[Mm]eine? ${VERWANDTE},? (?:\\p{Lu}\\p{Ll}+,? )?(?:heißt|ist|wohnt|lebt|arbeitet|hat|mag|studiert|wird|isst|verträgt|heiratet|kommt|zieht|besucht|fliegt|feiert|bekommt|liebt|hasst|trinkt|spielt) (?!(?:das|es|sehr|so|da|hier|gerade|auch|nicht da|gesagt)\\b).{2,}`,
        'u',
      ),
    },
    {
      category: 'fact',
      form: /^[Ii]ch (?:spreche|spiele|lerne|fahre) (?!(?:mit|dich|ihn|sie|es|das|jetzt|morgen|heute|gerade)\b)(?:(?:seit|fließend|etwas|ein bisschen|gut) )*\p{Lu}.{2,}/u,
    },
    {
      category: 'fact',
      form: /^ich habe (?:\p{L}+ )?(?:geheiratet|gekündigt|promoviert|einen neuen job|eine neue stelle|den job gewechselt|mit dem rauchen aufgehört|mich (?:scheiden lassen|verlobt))\b.*/iu,
    },
    { category: 'fact', form: /^ich (?:vertrage|darf) (?:[^,.]{0,20} )?kein(?:e|en)? .{3,}/iu },
    {
      category: 'task',
      form: /^ich (?:muss|sollte|soll) (?:\p{L}+ )?(?:noch|unbedingt|dringend) (?!nicht|kein|(?:sagen|fragen|wissen|überlegen|etwas sagen)\b)(?<content>.{4,})/iu,
    },
    {
      category: 'task',
      form: new RegExp(
        `^ich muss (?!nicht|kein|.*\\b(?:sagen|wissen|fragen|gestehen|zugeben)[.!]?$)(?<content>(?:.{0,60} )?${WANN}\\b.{3,})`,
        'iu',
      ),
    },
    { category: 'task', form: /^(?:to-?do|aufgabe|zu erledigen)s?: (?<content>.{3,})/iu },
    {
      category: 'insight',
      form: /^(?:ich habe|wir haben|ich hab) (?:mich |uns )?(?:jetzt |endlich |nun )?(?:entschieden|beschlossen|festgelegt|geeinigt)\b.{3,}/iu,
    },
    {
      category: 'insight',
      form: /^(?:ich habe|wir haben|ich hab) (?:mich |uns )(?:\p{L}+ ){0,5}?(?:für|gegen|auf) .{3,40}(?:entschieden|geeinigt)[.!]?$/iu,
    },
    {
      category: 'insight',
      form: /^(?:ich habe|ich hab) (?:endlich |jetzt )?(?:gelernt|herausgefunden|gemerkt|festgestellt|verstanden),? (?:dass|warum) .{5,}/iu,
    },
    { category: 'insight', form: /^(?:erkenntnis|fazit|entscheidung|gelernt)[:,] (?<content>.{5,})/iu },
  ],
  done: /(?<!\p{L})(?:erledigt|fertig|geschafft|abgehakt|schon|bereits|endlich|gemacht|abgeschickt|verschickt|geschickt|bezahlt|gebucht|gekauft|angerufen|abgegeben|eingereicht)(?!\p{L})/iu,
  notDone:
    /(?<!\p{L})(?:nicht|kein|keine|noch nicht|nie|fast|bald|werde|wird|muss|soll|sollte|wenn|falls|sobald|bevor|bis)(?!\p{L})|\?/iu,
}
