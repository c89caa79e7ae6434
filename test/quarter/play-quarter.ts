import type { LedgerEntry } from '../../main/books/ledger/documents/entry.ts';
import type { Ledger } from '../../main/books/ledger/ledger.ts';
import type { Drawer } from '../../main/till/shift/drawer.ts';
import { createDrawer } from '../../main/till/shift/drawer.ts';
import type { Actor } from '../../shared/actor.ts';
import { denominations } from '../../shared/contract/till/shifts.ts';
import type { SaleInput } from '../../shared/sale/sale.ts';
import { makeShop, type Shop } from '../books/corrections/shop.ts';
import { createRandom, type Random } from '../crash/random.ts';
import { buyer as sampleBuyer } from '../document/invoice/fixtures.ts';
import { cleared, rejected, reported, requestRefused } from '../support/run/outcomes.ts';

/*
 * A shop's quarter: nine people, three shifts a day, returns, advances, notes, other currencies, rejected documents
 * that are issued again, and days on which the authority is unavailable. Everything is issued as the till issues it,
 * and only the authority's answers are simulated.
 */

export interface QuarterPlan {
  readonly documents: number;
  /** The number of whole days from the first of July 2026. */
  readonly days: number;
  readonly seed: string;
  readonly onProgress?: (issued: number) => void;
}

/** The facts of a document that the people of the shop know and that are not in its XML. */
export interface OwnNote {
  readonly uuid: string;
  readonly by: string;
  readonly shift: number;
  /** The discounts that were agreed, with VAT, in halalas. */
  readonly discount: number;
  /** The means of payment. The last one paid the rest if amounts are missing. */
  readonly paid: readonly { readonly means: string; readonly amount?: number }[];
  /** The rejected document that this one replaces. */
  readonly replaces?: string | undefined;
}

/** A shift as the shop itself recorded it, with its float and cash movements. */
export interface OwnShift {
  readonly number: number;
  readonly closedBy: string;
  readonly float: number;
  readonly paidIn: number;
  readonly paidOut: number;
  readonly counted: number;
  readonly closedDay: string;
}

export interface PlayedQuarter {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly notes: readonly OwnNote[];
  readonly shifts: readonly OwnShift[];
  /** The days on which the authority is unavailable, counted from 0. */
  readonly outages: readonly number[];
}

const firstDay = '2026-07-01';
/** The time of midnight in Riyadh at the beginning of the first day. */
const start = Date.parse(`${firstDay}T00:00:00+03:00`);
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

const person = (name: string, role: 'cashier' | 'manager' = 'cashier'): Actor => ({
  kind: 'person',
  name,
  role,
});
const people: readonly Actor[] = [
  person('Mona', 'manager'),
  person('فيصل', 'manager'),
  ...['Sami', 'نورة', 'Huda', 'عبدالله', 'Omar', '=Reem', 'ليلى'].map((name) => person(name)),
];

/**
 * The columns are the name, the price in halalas with VAT, and a code if there is one. The price of weighed goods is
 * for a kilogram.
 */
const goods = [
  ...Array.from({ length: 60 }, (_, index) => ({
    name: `صنف ${index + 1} | Item ${index + 1}`,
    price: 100 + ((index * 37) % 90) * 55,
    barcode: index % 3 === 0 ? undefined : String(6_281_000_000_000 + index),
    isWeighed: index % 10 === 4,
  })),
  { name: '=HYPERLINK("x") | Tea', price: 350, barcode: undefined, isWeighed: false },
];

type Line = SaleInput['lines'][number];
const riyals = (halalas: number) => `${Math.trunc(halalas / 100)}.${String(halalas % 100).padStart(2, '0')}`;
const dayOf = (instant: number) => new Date(instant + 3 * hour).toISOString().slice(0, 10);

/** Plays the quarter into a new ledger. */
export function playQuarter(ledger: Ledger, plan: QuarterPlan): PlayedQuarter {
  const chance = createRandom(plan.seed);
  const shop = makeShop(ledger);
  shop.clock.set(start);
  const till = createTill(shop, chance);
  const drawer = createDrawer(ledger, shop.clock);
  const outages = [
    ...new Set(Array.from({ length: Math.ceil(plan.days / 20) }, () => chance.whole(0, plan.days - 1))),
  ];
  const shifts: OwnShift[] = [];
  const perShift = plan.documents / (plan.days * 3);
  for (let date = 0; date < plan.days; date += 1)
    for (let part = 0; part < 3; part += 1) {
      const number = date * 3 + part + 1;
      const opensAt = start + date * day + part * 8 * hour;
      const due = Math.round(perShift * number) - till.notes.length;
      shifts.push(playShift({ number, opensAt, due, drawer, shop, till, chance }));
      if (!outages.includes(date)) till.answer();
      plan.onProgress?.(till.notes.length);
    }
  return { firstDay, lastDay: dayOf(start + plan.days * day - 1), notes: till.notes, shifts, outages };
}

interface PlayedShift {
  readonly number: number;
  readonly opensAt: number;
  readonly due: number;
  readonly drawer: Drawer;
  readonly shop: Shop;
  readonly till: ReturnType<typeof createTill>;
  readonly chance: Random;
}

function playShift({ number, opensAt, due, drawer, shop, till, chance }: PlayedShift): OwnShift {
  const [one, other] = [chance.pick(people), chance.pick(people)];
  const id = (part: number) => `00000000-0000-4000-8000-${String(number * 10 + part).padStart(12, '0')}`;
  const float = chance.whole(1, 10) * 5_000;
  shop.clock.set(opensAt);
  drawer.open(id(0), one, float);
  const until = till.notes.length + due;
  for (let sold = 0; till.notes.length < until; sold += 1) {
    const share = Math.min(0.97, (sold + chance.next()) / Math.max(1, due));
    shop.clock.set(opensAt + 5 * minute + Math.floor(share * (8 * hour - 10 * minute)));
    till.serve(share < 0.5 ? one : other, number, until - till.notes.length);
  }
  shop.clock.set(opensAt + 8 * hour - 2 * minute);
  const [paidIn, paidOut] = [chance.whole(0, 2) * 1_000, chance.whole(0, 3) * 2_500];
  if (paidIn > 0) drawer.move({ id: id(1), kind: 'in', amount: paidIn, reason: 'فكة | Change' }, one);
  if (paidOut > 0) drawer.move({ id: id(2), kind: 'out', amount: paidOut, reason: '@supplier' }, other);
  const pieces = chance.whole(0, 200);
  const [note] = denominations;
  drawer.close(number, other, [{ value: note, count: pieces }]);
  return {
    number,
    float,
    paidIn,
    paidOut,
    closedBy: other.name,
    counted: note * pieces,
    closedDay: dayOf(shop.clock.now()),
  };
}

interface Sold {
  readonly entry: LedgerEntry;
  readonly sale: SaleInput;
  readonly discount: number;
  readonly paid: OwnNote['paid'];
}

/** The number of sales that may still be returned, because an old receipt is rarely brought back. */
const remembered = 300;

function createTill(shop: Shop, chance: Random) {
  const notes: OwnNote[] = [];
  /** The sales in riyals to consumers and businesses of which nothing was returned. */
  const sold: Sold[] = [];
  const toReissue: Sold[] = [];

  function issue(
    sale: SaleInput,
    by: Actor,
    shift: number,
    facts: Omit<Sold, 'sale' | 'entry'>,
    replaces?: string,
  ) {
    const entry = shop.issue(sale, replaces, by);
    notes.push({
      uuid: entry.uuid,
      by: by.name,
      shift,
      discount: facts.discount,
      paid: facts.paid,
      replaces,
    });
    return entry;
  }

  function sell(by: Actor, shift: number): void {
    const business = chance.chance(0.08);
    const made = business ? businessSale(chance) : consumerSale(chance);
    const paid = paidBy(chance, business);
    const sale = { ...made.sale, payments: paymentsOf(paid, made.sale, shop, chance) };
    const facts = { discount: made.discount, paid: withAmounts(sale.payments) };
    const entry = issue(sale, by, shift, facts);
    if (sale.currency === undefined) sold.push({ entry, sale, ...facts });
    if (sold.length > remembered) sold.splice(0, remembered / 3);
  }

  function takeBack(by: Actor, shift: number): void {
    const [one] = sold.splice(chance.whole(0, sold.length - 1), 1);
    if (one === undefined) {
      sell(by, shift);
      return;
    }
    const lines = shop
      .look(one.entry.uuid)
      .lines.map(({ left }, index): [number, string] => [index + 1, left]);
    const some = chance.chance(0.5) ? lines.slice(0, 1) : lines;
    const means = one.paid.length === 1 ? (one.paid[0]?.means ?? 'cash') : 'cash';
    const note = shop.noteFor(one.entry.uuid, ...some);
    issue({ ...note, payments: [{ means }] }, by, shift, { discount: 0, paid: [{ means }] });
  }

  function addTo(by: Actor, shift: number): void {
    const one = sold.at(-1);
    if (one === undefined || one.sale.customer === 'business') {
      sell(by, shift);
      return;
    }
    const price = chance.whole(1, 50) * 115;
    const sale: SaleInput = {
      kind: 'debitNote',
      corrects: [{ number: one.entry.number }],
      reason: 'زيادة | More',
      lines: [{ name: 'فرق سعر | Difference', quantity: 1, unitPrice: riyals(price) }],
      payments: [{ means: 'card' }],
    };
    issue(sale, by, shift, { discount: 0, paid: [{ means: 'card' }] });
  }

  /** Sells an advance, and issues the invoice that deducts it. */
  function sellInTwoSteps(by: Actor, shift: number): void {
    const amount = riyals(chance.whole(1, 40) * 115);
    const line = { name: 'دفعة | Advance', quantity: 1, unitPrice: amount };
    const advance = issue({ kind: 'prepayment', lines: [line] }, by, shift, {
      discount: 0,
      paid: [{ means: 'cash' }],
    });
    const at = new Date(advance.issuedAt + 3 * hour).toISOString();
    const prepayments = [
      {
        number: advance.number,
        issueDate: at.slice(0, 10),
        issueTime: at.slice(11, 19),
        amounts: [{ amount }],
      },
    ];
    const lines = [{ name: 'أثاث | Furniture', quantity: 1, unitPrice: riyals(chance.whole(60, 90) * 115) }];
    const sale: SaleInput = { lines, prepayments, payments: [{ means: 'card' }] };
    issue(sale, by, shift, { discount: 0, paid: [{ means: 'card' }] });
  }

  return {
    notes,
    /** Serves one customer, with at most this many documents. */
    serve(by: Actor, shift: number, atMost: number): void {
      const again = toReissue.shift();
      if (again !== undefined) {
        const { sale, discount, paid, entry } = again;
        const next = issue(sale, by, shift, { discount, paid }, entry.uuid);
        sold.push({ ...again, entry: next });
        return;
      }
      const kind = chance.next();
      if (kind < 0.05 && sold.length > 0) takeBack(by, shift);
      else if (kind < 0.06) addTo(by, shift);
      else if (kind < 0.07 && atMost > 1) sellInTwoSteps(by, shift);
      else sell(by, shift);
    },
    /** Answers the waiting documents: rejects a few, cannot read a few, and accepts the others. */
    answer(): void {
      const { queue } = shop.ledger;
      for (;;) {
        const now = shop.clock.now();
        const claimed = queue.claimDue(now, 200, hour);
        if (claimed.length === 0) return;
        for (const one of claimed) {
          const index = sold.findIndex(({ entry }) => entry.uuid === one.uuid);
          if (index >= 0 && chance.chance(0.02)) {
            toReissue.push(...sold.splice(index, 1));
            queue.settle(one, rejected, { state: 'rejected' }, now);
          } else if (chance.chance(0.001)) queue.settle(one, requestRefused, { state: 'parked' }, now);
          else queue.settle(one, one.mode === 'clearance' ? cleared : reported, { state: 'accepted' }, now);
        }
      }
    },
  };
}

/** A sale with its discounts, VAT included. */
interface Made {
  readonly sale: SaleInput;
  readonly discount: number;
}

function consumerSale(chance: Random): Made {
  let discount = 0;
  const lines = Array.from({ length: chance.whole(1, 5) }, (): Line => {
    const { name, price, barcode, isWeighed } = chance.pick(goods);
    const grams = isWeighed ? chance.whole(50, 2_500) : chance.whole(1, 4) * 1_000;
    const vat = chance.next();
    const off = chance.chance(0.1)
      ? Math.min(chance.whole(1, 300), Math.floor((price * grams) / 1_000 / 2))
      : 0;
    discount += off;
    return {
      name,
      unitPrice: riyals(price),
      quantity: (grams / 1_000).toString(),
      ...(isWeighed && { unit: 'KGM' }),
      ...(barcode !== undefined && { barcode }),
      ...(off > 0 && { discount: { amount: riyals(off) } }),
      ...(vat < 0.03 && { vat: { category: 'Z', reason: 'VATEX-SA-35' } }),
      ...(vat >= 0.03 && vat < 0.05 && { vat: { category: 'E', reason: 'VATEX-SA-30' } }),
    };
  });
  if (chance.chance(0.01)) {
    const [line] = lines;
    const abroad = line === undefined ? [] : [{ name: line.name, quantity: 2, unitPrice: line.unitPrice }];
    return { sale: { lines: abroad, currency: 'USD', exchangeRate: '3.7555' }, discount: 0 };
  }
  return { sale: { lines }, discount };
}

/** Makes a sale with prices without VAT, and sometimes a discount on the whole basket. */
function businessSale(chance: Random): Made {
  const number = chance.whole(0, 39);
  const off = chance.chance(0.2) ? chance.whole(1, 99) : 0;
  const lines = Array.from({ length: chance.whole(1, 8) }, (): Line => {
    const { name, price, barcode } = chance.pick(goods);
    return {
      name,
      unitPrice: riyals(price),
      quantity: chance.whole(1, 20),
      ...(barcode !== undefined && { barcode }),
    };
  });
  const sale: SaleInput = {
    customer: 'business',
    prices: 'excludeVat',
    lines,
    buyer: {
      ...sampleBuyer,
      name: `شركة ${number} | Company ${number}`,
      vatNumber: `3${String(100_000_000 + number)}00003`,
    },
    ...(off > 0 && { discounts: [{ amount: riyals(off) }] }),
  };
  // The amount is rounded half up, like VAT.
  return { sale, discount: Math.floor((off * 115 + 50) / 100) };
}

function paidBy(chance: Random, business: boolean): readonly string[] {
  if (business) return [chance.pick(['onAccount', 'bankTransfer'])];
  const one = chance.next();
  if (one < 0.05) return ['cash', 'card'];
  return [one < 0.5 ? 'cash' : 'card'];
}

type Payments = NonNullable<SaleInput['payments']>;

/** Several means share the amount due, or sometimes have no amounts. */
function paymentsOf(means: readonly string[], sale: SaleInput, shop: Shop, chance: Random): Payments {
  const [first = 'cash', second] = means;
  if (second === undefined) return [{ means: first }];
  if (chance.chance(0.1)) return [{ means: first }, { means: second }];
  const { payable } = shop.price(sale).totals;
  const part = Math.floor(payable / 3);
  if (part === 0) return [{ means: first }];
  return [
    { means: first, amount: riyals(part) },
    { means: second, amount: riyals(payable - part) },
  ];
}

const withAmounts = (payments: Payments): OwnNote['paid'] =>
  payments.map(({ means, amount }) => ({
    means,
    ...(amount !== undefined && { amount: Math.round(Number(amount) * 100) }),
  }));
