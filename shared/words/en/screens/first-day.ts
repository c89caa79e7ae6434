export const firstShop = {
  title: 'What do you sell?',
  lead: 'Training begins with a sample shop: articles, people, customers and a day of takings. One tap removes it.',
  language: 'Language',
  shops: {
    grocery: 'Grocery',
    cafe: 'Café',
    clothes: 'Clothes',
    pharmacy: 'Pharmacy',
    empty: 'Empty shop',
  },
  making: 'Opening the shop …',
  pin: 'Sample shop: everybody’s PIN is {pin}.',
} as const;

export const firstDay = {
  title: 'First day {done}/{of}',
  steps: {
    prices: 'Enter your prices',
    people: 'Add the people',
    limits: 'Decide on limits',
    printer: 'Try the printer',
    practise: 'Practise a refusal',
    goLive: 'Go live',
  },
  done: 'Done',
  putAway: 'Put away',
  removeSample: 'Remove the sample shop',
  removeSure:
    'The sample articles, also those that you changed, its people and all that was sold in training go. Your own articles and people stay.',
} as const;
