/** What the made-up talks of the tests say, by topic. Vectors of multilingual-e5-small lie in `sentences.json` (`fit test-vectors`). */
export const SENTENCES = {
  dogs: [
    'How do I train a border collie puppy?',
    'Which dog breed sheds the least?',
    'My puppy chews the leash on every walk.',
    'How often does an adult dog need to be walked?',
    'What should I feed a puppy of four months?',
    'Is it normal that my dog barks at the postman?',
    'Can two male dogs live together peacefully?',
    'At what age can a border collie go jogging with me?',
  ],
  taxes: [
    'When is my income tax return due this year?',
    'Can I deduct the home office from my taxes?',
    'The tax office sent me a letter about last year.',
    'Which receipts do I have to keep for the tax return?',
    'How is income from a second job taxed?',
    'Do I get an income tax refund for commuting costs?',
  ],
  bread: [
    'My sourdough loaf did not rise, what went wrong?',
    'How long does rye dough have to ferment?',
    'Which flour is best for a sourdough starter?',
    'At what temperature do I bake a crusty bread?',
    'Can I freeze half of the bread dough?',
    'Why does my bread crust turn soft after baking?',
  ],
  犬: [
    '子犬のしつけはどうすればいいですか',
    '毛が抜けにくい犬種はどれですか',
    '犬の散歩は一日に何回必要ですか',
    '犬が散歩でリードを引っ張ります',
    '子犬には何を食べさせればいいですか',
  ],
  料理: [
    'カレーの作り方を教えてください',
    '味噌汁の出汁はどう取りますか',
    '玉ねぎを炒める時間はどのくらいですか',
    'ご飯を美味しく炊くコツはありますか',
    'カレーに入れる野菜は何がいいですか',
  ],
  налоги: [
    'Когда нужно сдать налоговую декларацию?',
    'Можно ли вычесть из налога расходы на жильё?',
    'Налоговая прислала письмо о прошлом годе.',
    'Какие чеки хранить для налоговой декларации?',
    'Как облагается налогом вторая работа?',
  ],
  футбол: [
    'Кто выиграл вчерашний футбольный матч?',
    'Когда следующая игра нашей футбольной сборной?',
    'Сколько голов забил нападающий в этом сезоне?',
    'Где посмотреть трансляцию футбольного матча?',
  ],
  oneOff: ['Who painted the Mona Lisa?', 'How high is Mount Everest?'],
  flow: ['And the second one?', "Yes, that's fine.", 'I have a question.', 'ok', 'Why?', 'Thanks!'],
  reply: [
    'It is due on the last day of July.',
    'Start with short sessions and reward every success.',
    'Happy to help!',
  ],
} as const satisfies Record<string, readonly string[]>

export type Topic = keyof typeof SENTENCES
