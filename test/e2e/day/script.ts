import { createRandom } from '../../crash/random.ts';
import { type Basket, dueOf, type Pays } from './basket.ts';
import type { Cashier } from './cashier.ts';
import { type ArticleName, articles, type Good, priceOf } from './goods.ts';

/* One day of a shop, the same for every kind of hands. */

const names = Object.keys(articles) as ArticleName[];
const byPiece = names.filter((name) => articles[name].unit === 'piece');

/**
 * Returns this many baskets for a seed. Each kind of sale and payment occurs in turn, so that none is left to chance.
 */
export function basketsOf(seed: string, count: number): Basket[] {
  const random = createRandom(seed);
  const ways: readonly ((total: number) => Pays)[] = [
    () => ({ by: 'cash', given: 'note' }),
    () => ({ by: 'card' }),
    () => ({ by: 'cash', given: 'exact' }),
    (total) => ({ by: 'split', first: Math.floor(total / 200) * 100 || 100 }),
    () => ({ by: 'bankTransfer' }),
  ];
  return Array.from({ length: count }, (_, index): Basket => {
    const free = [...byPiece];
    const pieces = Array.from({ length: random.whole(1, 2) }, (): Good => {
      const [article = 'bread'] = free.splice(random.whole(0, free.length - 1), 1);
      return { kind: 'pieces', article, pieces: random.whole(1, 3) };
    });
    const grams = random.whole(5, 1_900);
    const special: readonly (Good | undefined)[] = [
      { kind: 'label', article: 'dates', grams },
      undefined,
      { kind: 'package', article: 'cheese', grams },
      { kind: 'open', amount: random.whole(100, 9_999) },
      { kind: 'weighed', article: 'dates', grams },
    ];
    const other = special[index % special.length];
    const goods = other === undefined ? pieces : [...pieces, other];
    // A till refuses a discount larger than the price of a line, and a few grams of dates cost less than half a riyal.
    const lineDiscount = Math.min(50, ...goods.slice(-1).map((good) => Math.floor(priceOf(good) / 2)));
    const pays = ways[(index * 3 + 1) % ways.length];
    const basket: Basket = {
      goods,
      ...(index % 6 === 2 && { lineDiscount }),
      ...(index % 6 === 4 && { discount: 125 }),
      pays: { by: 'cash' },
    };
    return { ...basket, pays: pays?.(dueOf(basket)) ?? basket.pays };
  });
}

/** The baskets sold to a business. It is entered for the first basket, and taken from the buyer book for the second. */
const business: readonly Basket[] = [
  { goods: [{ kind: 'pieces', article: 'kettle', pieces: 2 }], buyer: 'new', pays: { by: 'bankTransfer' } },
  { goods: [{ kind: 'pieces', article: 'rice', pieces: 3 }], buyer: 'known', pays: { by: 'onAccount' } },
];

const threeTeas: Basket = {
  goods: [
    { kind: 'pieces', article: 'tea', pieces: 3 },
    { kind: 'pieces', article: 'water', pieces: 1 },
  ],
  pays: { by: 'cash', given: 'exact' },
};
const towels: Basket = {
  goods: [
    { kind: 'pieces', article: 'towel', pieces: 2 },
    { kind: 'label', article: 'dates', grams: 640 },
  ],
  pays: { by: 'card' },
};
const forNote: Basket = { ...threeTeas, pays: { by: 'cash', given: 'note' } };
const split: Basket = { ...threeTeas, pays: { by: 'split', first: 500 } };

/** The goods exchanged for a returned tea: something dearer, and something cheaper. */
const back = priceOf({ kind: 'pieces', article: 'tea', pieces: 1 });
const dearer: Basket = {
  goods: [{ kind: 'pieces', article: 'rice', pieces: 1 }],
  back,
  pays: { by: 'cash', given: 'note' },
};
const cheaper: Basket = {
  goods: [{ kind: 'pieces', article: 'bread', pieces: 2 }],
  back,
  pays: { by: 'cash', given: 'exact' },
};

/**
 * Plays the day. The power fails during every important step.
 * @param count the number of baskets, at least 11
 */
export async function playDay(cashier: Cashier, seed: string, count: number): Promise<void> {
  const special = [
    ...business,
    threeTeas,
    towels,
    forNote,
    split,
    forNote,
    towels,
    threeTeas,
    dearer,
    cheaper,
  ];
  const plain = basketsOf(seed, count - special.length);

  await cashier.sitsDown();
  await cashier.importsArticles();

  await cashier.drawer.fillsInFloat(30_000);
  await cashier.losesPower();
  await cashier.drawer.opensShift(30_000);

  for (const basket of plain.slice(0, plain.length / 2)) await cashier.sells(basket);
  const number = await cashier.sells(threeTeas);
  for (const basket of business) await cashier.sells(basket);

  await basketSurvives(cashier, towels);
  await paymentSurvives(cashier, forNote);
  await paymentSurvives(cashier, split);
  await issuedOnce(cashier, forNote);
  await putAside(cashier, towels, plain.slice(plain.length / 2), () => cashier.losesPower());
  await partComesBack(cashier, number);

  await exchanges(cashier);

  await cashier.drawer.fillsInMove('in', 5_000, 'فكة');
  await cashier.losesPower();
  await cashier.drawer.moves('in', 5_000, 'فكة');
  await cashier.losesPower();
  await cashier.drawer.moves('out', 1_250, 'شاي الضيوف');

  await cashier.drawer.counts();
  await cashier.losesPower();
  await cashier.drawer.handsOver();
  await cashier.drawer.closesShift();
  await cashier.seesEverythingAccepted();
}

/** Plays a day of seven baskets with every kind of goods, a basket on hold, a power cut and returned goods. */
export async function playShortDay(cashier: Cashier, seed: string): Promise<void> {
  const plain = basketsOf(seed, 5);

  await cashier.sitsDown();
  await cashier.importsArticles();
  await cashier.drawer.fillsInFloat(30_000);
  await cashier.drawer.opensShift(30_000);

  const number = await cashier.sells(threeTeas);
  await putAside(cashier, towels, plain);
  await partComesBack(cashier, number);

  await cashier.drawer.closesShift();
  await cashier.seesEverythingAccepted();
}

async function basketSurvives(cashier: Cashier, basket: Basket): Promise<void> {
  const goods = basket.goods.slice(0, 1);
  await cashier.takes(goods);
  await cashier.seesKept({ goods, pays: { by: 'card' } });
  await cashier.losesPower();
  await cashier.hands.seeLines(1);
  await cashier.takes(basket.goods.slice(1), 1);
  await cashier.removesAndPutsBack(basket.goods.length);
  await pay(cashier, basket);
}

async function paymentSurvives(cashier: Cashier, basket: Basket): Promise<void> {
  await cashier.takes(basket.goods);
  await cashier.opensPay(basket);
  await cashier.hasPaid(basket);
  await cashier.seesKept(basket);
  await cashier.losesPower();
  await cashier.hands.seeLines(basket.goods.length);
  await cashier.opensPay(basket);
  // The cashier typed the payment before the power failed.
  await cashier.issues(basket);
}

async function issuedOnce(cashier: Cashier, basket: Basket): Promise<void> {
  await cashier.takes(basket.goods);
  await cashier.opensPay(basket);
  await cashier.hasPaid(basket);
  await cashier.seesKept(basket);
  if (await cashier.issuesWithoutPower(basket)) return;
  await cashier.hands.seeLines(basket.goods.length);
  await cashier.opensPay(basket);
  await cashier.issues(basket);
}

/** Puts a basket on hold while a customer fetches money and others are served. */
async function putAside(
  cashier: Cashier,
  basket: Basket,
  others: readonly Basket[],
  meanwhile = async (): Promise<void> => undefined,
): Promise<void> {
  await cashier.takes(basket.goods);
  await cashier.putsAside();
  await meanwhile();
  for (const other of others) await cashier.sells(other);
  await cashier.takesBackBasket(basket.goods.length);
  await pay(cashier, basket);
}

async function partComesBack(cashier: Cashier, number: string): Promise<void> {
  const pieces = 2;
  const amount = priceOf({ kind: 'pieces', article: 'tea', pieces });
  await cashier.returns.asksToPayBack(number, pieces, amount);
  await cashier.losesPower();
  await cashier.returns.paysBack(number, pieces, amount);
}

/**
 * Exchanges returned teas for other goods. In the first exchange the customer pays the difference, and in the second
 * the customer receives it.
 */
async function exchanges(cashier: Cashier): Promise<void> {
  const number = await cashier.sells(threeTeas);
  await cashier.returns.takesForExchange(number, 1, back);
  await cashier.takes(dearer.goods);
  await cashier.seesKept({ goods: dearer.goods, pays: { by: 'card' } });
  await cashier.losesPower();
  await cashier.hands.seeLines(dearer.goods.length);
  await pay(cashier, dearer);

  await cashier.returns.takesForExchange(number, 1, back);
  await cashier.takes(cheaper.goods);
  await pay(cashier, cheaper);
}

async function pay(cashier: Cashier, basket: Basket): Promise<void> {
  await cashier.opensPay(basket);
  await cashier.hasPaid(basket);
  await cashier.issues(basket);
}
