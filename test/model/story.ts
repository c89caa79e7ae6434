import { riyadhDateTime } from '../../main/base/platform/riyadh-time.ts';
import type { IssuedEntry } from '../../main/books/ledger/documents/entry.ts';
import type { Drawer } from '../../main/till/shift/drawer.ts';
import { FailureError } from '../../shared/failure.ts';
import type { SaleInput } from '../../shared/sale/sale.ts';
import { cashRounding } from '../../shared/stored/settings/environment.ts';
import { type CashCoin, toCoin } from '../../shared/values/cash-rounding.ts';
import { halalasToText } from '../../shared/values/money.ts';
import type { Shop } from '../books/corrections/shop.ts';
import { buyer } from '../document/invoice/fixtures.ts';
import { byCashier } from '../support/run/callers.ts';
import { createModel, type Family, type Stated, type Verdict } from './model.ts';
import {
  deducted,
  type Line,
  type Money,
  type OtherSystem,
  priceOf,
  type Rate,
  type Request,
  rates,
} from './price.ts';
import { type Sums, sumsOfFile, sumsOfModel, sumsOfPages } from './sums.ts';

/** A step of a story: its kind, and numbers that choose everything else in it. */
export interface Step {
  readonly what: (typeof kinds)[number];
  readonly choices: readonly number[];
}

export const kinds = [
  'sale',
  'debit',
  'reject',
  'accept',
  'again',
  'return',
  'credit',
  'line credit',
  'debit',
  'reject',
  'accept',
  'again',
  'advance',
  'final',
  'other system',
  'stand-in',
  'coin',
] as const;

/** The parts of the terminal that a story uses. */
export interface Terminal extends Pick<Shop, 'price' | 'noteFor' | 'look' | 'reject' | 'accept' | 'ledger'> {
  /**
   * @param replaced the uuid of the rejected document in whose place the sale is issued
   * @param entry point a number from 0 to 99 that chooses an entry point, if there are several
   */
  standsFor(rejected: string, accepted: string): void | Promise<void>;
  /** The drawer of an open shift, if all documents are of its shift. */
  readonly drawer?: Drawer;
  issue(
    sale: SaleInput,
    replaced: string | undefined,
    entryPoint: number,
  ): IssuedEntry | Promise<IssuedEntry>;
}

const vats: Readonly<Record<Rate, NonNullable<SaleInput['lines'][number]['vat']>>> = {
  S15: { category: 'S' },
  S5: { category: 'S', rate: 5 },
  Z: { category: 'Z', reason: 'VATEX-SA-35' },
  E: { category: 'E', reason: 'VATEX-SA-30' },
};
const families: Readonly<Record<string, Family>> = {
  'corrects-rejected': 'rejected',
  'advance-replaced': 'replaced',
  'return-of-replaced': 'replaced',
  'corrects-replaced': 'replaced',
  'return-of-note': 'not to be named',
  'return-of-prepayment': 'not to be named',
  'corrects-note': 'not to be named',
  'not-an-advance': 'not to be named',
  'customer-differs': 'terms',
  'advance-customer-differs': 'terms',
  'party-differs': 'terms',
  'differs-from-document': 'terms',
  'kind-differs': 'terms',
  'line-vat-differs': 'terms',
  'price-above-sold': 'price',
  'paid-back-already': 'money',
  'vat-above-left': 'money',
  'advance-exceeded': 'money',
  // A return that would give back far more than is left is cut to it by its rounding, which has a limit of its own.
  'rounding-too-large': 'money',
  'advance-deducted': 'money',
  'advance-credited': 'money',
  // Of a line of a halala nothing is left but its VAT, which the document's own rules find first.
  'BR-KSA-F-04': 'money',
  'debit-not-accepted': 'debit note waits',
  'reissue-below-taken': 'again',
  'vat-below-taken': 'again',
  'reissue-lacks-goods': 'again',
  'replaces-not-rejected': 'again',
  'not-rejected': 'again',
  'already-reissued': 'replaced',
  'replaces-replaced': 'replaced',
  'returned-all': 'pieces',
  'declared-differs': 'declared',
  'corrects-twice': 'declared',
  'stand-in-not-accepted': 'stand-in',
  'stand-in-earlier': 'stand-in',
  'stand-in-taken': 'stand-in',
  'stand-in-differs': 'stand-in',
  'stand-in-note': 'stand-in',
  'stand-in-customer': 'stand-in',
  'stand-in-named': 'stand-in',
};

/** A difference between the terminal and the model, with the story so far. */
export class Difference extends Error {
  constructor(what: string, told: readonly string[]) {
    super(`${what}\n${told.map((step, index) => `  ${index + 1}. ${step}`).join('\n')}`);
    this.name = 'Difference';
  }
}

/** An entry point that does something else than one process. */
export class EntryPointError extends Error {}

const quantities = [1000, 2000, 3000, 10_000, 13_000, 7000, 500, 1234];
const friendly = [230, 1150, 10_000, 995, 1995, 1, 33];
const dollars = ['3.75', '3.7512', '0.2613'];
const customers = ['consumer', 'buyer', 'other buyer'] as const;
const buyers = { buyer, 'other buyer': { ...buyer, vatNumber: '310122393500003' } };
/** The numbers of other systems' documents in their spellings; each begins with the story's own name. */
const spellings = [
  ['OLD-1', 'old-1', 'Old 1', 'OLD-001'],
  ['OLD-2', 'old\u20132'],
  ['A/77', 'a-77', 'A 077'],
] as const;
const thousandths = (quantity: number) => (quantity / 1000).toFixed(3);

/** Plays steps on the terminal and on the model, and compares them after each. @returns the story @throws Difference */
export async function play(shop: Terminal, steps: readonly Step[], prefix = ''): Promise<readonly string[]> {
  const model = createModel();
  const entries: IssuedEntry[] = [];
  const told: string[] = [];
  /** The terminal's own notes, to issue them again; those that were cut to the money left are not issued again. */
  const inputs = new Map<number, SaleInput>();
  const cut = new Set<number>();
  let entryPoint = 0;
  /** The coin to which the shop rounds cash now, in halalas. */
  let coin: CashCoin | undefined;
  shop.ledger.settings.write(cashRounding, coin);
  /** The sums of the stories that were played before on this terminal. */
  const [pages, file] = [sumsOfPages(shop.ledger), sumsOfFile(shop.ledger)];
  for (const step of steps) await playStep(step);
  compareSums(sumsOfFile(shop.ledger), file);
  compareDrawer();
  return told;

  async function playStep({ what, choices }: Step): Promise<void> {
    entryPoint = (choices.at(-1) ?? 0) % 100;
    let drawn = 0;
    /** Returns a number from 0, below `below`; 0 if nothing was chosen. */
    const below = (limit: number) => (choices[drawn++] ?? 0) % limit;
    const one = <T>(from: readonly T[]): T => from[below(from.length)] as T;
    const rarely = () => below(8) === 7;
    const { docs } = model;
    const ids = (fits: (id: number) => boolean) => docs.map((_, id) => id).filter(fits);
    const isSale = (id: number) => ['invoice', 'prepayment'].includes(docs[id]?.request.kind ?? '');
    const isLive = (id: number) => docs[id]?.replacedBy === undefined;
    const anyDoc = (fits: (id: number) => boolean) => {
      const fitting = ids((id) => fits(id) && isLive(id));
      const from = fitting.length === 0 || rarely() ? ids(isSale) : fitting;
      // Most happens to two documents, so that they get many corrections.
      return from.length === 0 ? undefined : one(below(4) === 3 ? from : from.slice(0, 2));
    };

    const line = (index: number): Line => ({
      name: `Item ${'ABCDEF'[index]}`,
      quantity: one(quantities),
      price: below(2) === 0 ? one(friendly) : 1 + below(30_000),
      rate: below(3) < 2 ? 'S15' : one(rates),
      ...(rarely() && { percentOff: 10 }),
    });
    const sale = (): Request => ({
      kind: 'invoice',
      customer: rarely() ? one(customers) : 'consumer',
      prices: below(4) === 3 ? 'excludeVat' : 'includeVat',
      lines: Array.from({ length: 1 + below(4) }, (_, index) => line(index)),
      ...(rarely() && { dollar: one(dollars) }),
      ...(below(4) === 3 && { percentOff: one([10, 7, 33]) }),
      ...(rarely() && { charge: one([2000, 1]) }),
    });
    /** A sale that the shop's coin rounds, if it is paid in cash. */
    const paidSale = (): Request => {
      const made = sale();
      const { total } = priceOf(made);
      const due = coin === undefined || made.dollar !== undefined ? total : toCoin(total, coin);
      return due === total || due === 0 || rarely() ? made : { ...made, rounding: due - total };
    };
    const noteOn = (
      named: readonly number[],
      kind: 'creditNote' | 'debitNote',
      lines: readonly Line[],
    ): Request => {
      const { customer, dollar, prices } = docs[named[0] ?? 0]?.request ?? sale();
      return {
        kind,
        customer: below(16) === 15 ? one(customers) : customer,
        prices: lines.every(({ names }) => names === undefined) && below(4) === 3 ? 'excludeVat' : prices,
        dollar: below(16) === 15 ? one(dollars) : dollar,
        lines,
        corrects: named,
      };
    };
    const off = (price: number, rate: Rate): Line => ({ name: 'Rebate', quantity: 1000, price, rate });
    const namedDocs = () => {
      const id = anyDoc(isSale);
      if (id === undefined) return [];
      if (below(4) < 3) return [id];
      const terms = ({ customer, dollar }: Partial<Request> = {}) => `${customer} ${dollar}`;
      const isLike = (other: number) =>
        isSale(other) && other !== id && terms(docs[other]?.request) === terms(docs[id]?.request);
      const others = ids((other) => isLike(other) && isLive(other));
      return others.length === 0 ? [id] : [id, one(others)];
    };
    const partOf = (whole: number) =>
      Math.max(1, one([whole, whole, whole + 1, whole + 1, Math.floor(whole / 2), 1, Math.floor(whole / 3)]));

    const steps: Readonly<Record<Step['what'], () => Promise<void> | void>> = {
      sale: () => issue(paidSale()),
      async return() {
        const id = anyDoc((each) => docs[each]?.request.kind === 'invoice');
        if (id === undefined) return;
        const all = docs[id]?.request.lines ?? [];
        const pieces = all.flatMap((_, index): [number, number][] => {
          const left = model.lineLeft(id, index).pieces;
          const back = rarely() ? left + 1000 : one([left, 1000, Math.floor(left / 2), 0]);
          return back > 0 && (left >= back || rarely()) ? [[index + 1, back]] : [];
        });
        if (pieces.length > 0) await giveBack(id, pieces);
      },
      async credit() {
        const named = namedDocs();
        if (named.length === 0) return;
        const { money } = model.restOf(named, { waiting: below(4) === 3 });
        const isWhole = below(2) === 1;
        const lines = [...money].flatMap(([rate, { net, vat, agreed }]) =>
          isWhole || below(3) === 0 ? [off(partOf(one([agreed, net + vat, net])), rate)] : [],
        );
        const some = lines.length > 0 ? lines : [off(partOf(100), rarely() ? one(rates) : 'S15')];
        await issue(noteOn(named, 'creditNote', some), rarely());
      },
      async 'line credit'() {
        const id = anyDoc(isSale);
        const all = docs[id ?? -1]?.request.lines ?? [];
        if (id === undefined) return;
        const names = 1 + below(all.length);
        const sold = all[names - 1];
        if (sold === undefined) return;
        const left = model.lineLeft(id, names - 1).pieces;
        const pieces = one([1000, left, 2000, left + 1000]) || 1000;
        const amount = model.worth(id, names - 1, Math.min(pieces, Math.max(left, 0))).price;
        const price = Math.max(
          1,
          Math.floor((one([amount, amount + 3, Math.floor(amount / 2), 1]) * 1000) / pieces),
        );
        const rate = below(16) === 15 ? one(rates) : sold.rate;
        const goodsBack = one([undefined, true, false]);
        await issue(
          noteOn([id], 'creditNote', [{ name: sold.name, quantity: pieces, price, rate, names, goodsBack }]),
          rarely(),
        );
      },
      async debit() {
        const named = namedDocs();
        if (named.length > 0) await issue(noteOn(named, 'debitNote', [off(partOf(1000), one(rates))]));
      },
      reject: () => answer('rejected'),
      accept: () => answer('accepted'),
      async again() {
        const rejected = ids((id) => isLive(id) && docs[id]?.state === 'rejected');
        const id = rejected.length === 0 || rarely() ? one(ids(() => true)) : one(rejected);
        const old = docs[id]?.request;
        if (id === undefined || old === undefined) return;
        const [head, ...rest] = old.lines;
        const changes: Partial<Request>[] = [
          {},
          { lines: old.lines.toReversed() },
          { customer: one(customers) },
          ...(head === undefined
            ? []
            : [
                { lines: [{ ...head, price: head.price + 100 }, ...rest], rounding: undefined },
                { lines: [{ ...head, price: Math.max(1, head.price - 100) }, ...rest], rounding: undefined },
                {
                  lines: [...rest, { ...head, quantity: Math.max(1000, head.quantity - 1000) }],
                  rounding: undefined,
                },
              ]),
        ];
        if (cut.has(id)) return;
        const again = inputs.get(id);
        if (again === undefined) await issue({ ...old, ...one(changes), replaces: id });
        else {
          const before = docs.length;
          await issue({ ...old, replaces: id }, false, again);
          if (docs.length > before) inputs.set(before, again);
        }
      },
      'other system'() {
        const declared = Array.from({ length: 1 + Number(rarely()) }, (): OtherSystem => {
          const key = below(spellings.length);
          const total = [10_000, 5_000, 333][key] ?? 0;
          return {
            key: String(key),
            number: `${prefix}${one(spellings[key] ?? [])}`,
            date: rarely() ? '2026-01-30' : '2026-01-31',
            total: rarely() ? total + 1 : total,
          };
        });
        const whole = declared.reduce((all, { total }) => all + total, 0);
        return issue({
          kind: below(4) === 3 ? 'debitNote' : 'creditNote',
          customer: 'consumer',
          prices: 'includeVat',
          dollar: below(16) === 15 ? one(dollars) : undefined,
          lines: [off(partOf(one([whole, Math.floor(whole / 2)])), one(rates))],
          others: declared,
        });
      },
      'stand-in': standIn,
      coin() {
        // At a coin of 1.00 some returns need a rounding above the 1.00 that a document may state.
        coin = one<CashCoin | undefined>([undefined, 5, 25, 50]);
        shop.ledger.settings.write(cashRounding, coin);
      },
      advance: () => issue({ ...sale(), kind: 'prepayment' }),
      async final() {
        const advance = anyDoc((id) => docs[id]?.request.kind === 'prepayment');
        if (advance === undefined) return;
        const { customer, dollar } = docs[advance]?.request ?? sale();
        const { money } = model.restOf([advance]);
        const rate = one([...money.keys()]);
        const { net, vat } = money.get(rate) ?? { net: 0, vat: 0 };
        const plain = sale();
        const amount = partOf(plain.prices === 'includeVat' ? net + vat : net);
        await issue({
          ...plain,
          customer: below(16) === 15 ? 'other buyer' : customer,
          dollar: dollar === undefined ? undefined : rarely() ? '4.5' : dollar,
          lines: [...plain.lines, { name: 'Hall', quantity: 1000, price: amount + below(2000), rate }],
          percentOff: undefined,
          deducts: [{ advance, rate, amount }],
        });
      },
    };

    function standIn(): Promise<void> | void {
      const live = ids((id) => isLive(id));
      const rejected = live.filter((id) => docs[id]?.state === 'rejected');
      const from = rejected.length === 0 || rarely() ? live : rejected;
      const id = from.length === 0 ? undefined : one(from);
      if (id === undefined) return;
      const { request, total } = docs[id] as (typeof docs)[number];
      const alike = live.filter((other) => other !== id && docs[other]?.total === total);
      const others = alike.length === 0 || rarely() ? live : alike;
      const accepted = one(others);
      if (alike.length === 0 && isSale(id) && below(4) < 3)
        // The shop rings the sale again.
        return issue({ ...request, replaces: undefined, deducts: undefined });
      if (accepted !== id) return sayStandIn(id, accepted);
    }

    function answer(state: 'accepted' | 'rejected') {
      const all = ids((id) => docs[id]?.state === 'waiting');
      const notes = all.filter((id) => docs[id]?.request.corrects !== undefined);
      const waiting = notes.length > 0 && below(2) === 1 ? notes : all;
      if (waiting.length === 0) return;
      const id = one(waiting);
      told.push(`${state}: #${id}`);
      const entry = entries[id];
      if (entry === undefined) throw new Difference('no document', told);
      if (state === 'accepted') shop.accept(entry);
      else shop.reject(entry);
      model.answer(id, state);
    }

    await steps[what]();
    compareLines();
    compareSums(sumsOfPages(shop.ledger), pages);
  }

  /** Issues a request, or only prices it, and compares the answer. */
  async function issue(request: Request, isProbe = false, note?: SaleInput): Promise<void> {
    told.push(`${isProbe ? 'price' : 'issue'} ${JSON.stringify({ ...request, own: undefined })}`);
    const verdict = model.decide(request);
    const input = note ?? inputOf(request);
    const replaced = request.replaces === undefined ? undefined : entries[request.replaces]?.uuid;
    if (isProbe) {
      const found = await refusalOf(() => shop.price(input, replaced));
      compareRefusal(verdict, found);
      return;
    }
    let entry: IssuedEntry | undefined;
    const found = await refusalOf(async () => {
      entry = await issueAt(input, replaced);
    });
    compareRefusal(verdict, found);
    if (entry !== undefined && 'allowed' in verdict) {
      const deducts = deductionsOf(entry, request);
      const agreed = deducts.reduce((all, one) => all + deducted(one, request.prices).agreed, 0);
      model.add(
        { ...request, ...(request.deducts && { deducts }) },
        compareStated(entry, { ...verdict.states, prepaid: agreed }),
      );
      entries.push(entry);
      told.push(`   is #${entries.length - 1}`);
    }
  }

  async function sayStandIn(rejected: number, accepted: number): Promise<void> {
    told.push(`#${accepted} stands for #${rejected}`);
    const refused = model.decideStandIn(rejected, accepted);
    const found = await refusalOf(() =>
      shop.standsFor(entries[rejected]?.uuid ?? '', entries[accepted]?.uuid ?? ''),
    );
    compareRefusal({ refused }, found);
    if (found === undefined) model.standFor(rejected, accepted);
  }

  async function issueAt(sale: SaleInput, replaced?: string): Promise<IssuedEntry> {
    try {
      return await shop.issue(sale, replaced, entryPoint);
    } catch (error) {
      throw error instanceof EntryPointError ? new Difference(error.message, told) : error;
    }
  }

  /** Returns the deductions with the VAT that the document states. */
  function deductionsOf({ sale }: IssuedEntry, request: Request) {
    return (request.deducts ?? []).map((one, index) => {
      const vat = sale.prepayments?.[index]?.amounts[0]?.vatAmount;
      const stated = vat === undefined ? one : { ...one, vat: Math.round(Number(vat) * 100) };
      if (!model.isDeductible(request, stated)) throw new Difference(`${vat} VAT is deducted`, told);
      return stated;
    });
  }

  /** Takes pieces back with the terminal's own note. */
  async function giveBack(id: number, pieces: readonly [number, number][]): Promise<void> {
    told.push(
      `return of #${id}: ${pieces.map(([line, count]) => `${thousandths(count)} of line ${line}`).join(', ')}`,
    );
    const predicted = model.ownNote(id, pieces, coin);
    let note: SaleInput | undefined;
    const lines = pieces.map(([line, count]): [number, string] => [line, thousandths(count)]);
    const found = await refusalOf(() => {
      note = shop.noteFor(entries[id]?.uuid ?? '', ...lines);
    });
    if (predicted.refused !== undefined) {
      // The whole note may be above what is left, though each of its lines is not.
      compareRefusal(predicted, found ?? (await refusalOf(() => note && issueAt(note))));
      return;
    }
    if (note === undefined) {
      compareRefusal(model.decide(predicted.request), found);
      return;
    }
    const made = model.docs.length;
    await issue(predicted.request, false, note);
    if (model.docs.length === made) return;
    if (predicted.isCut) cut.add(made);
    else inputs.set(made, note);
  }

  function inputOf(request: Request): SaleInput {
    const numberOf = (id: number) => entries[id]?.number ?? '';
    const { kind, customer, prices, dollar, percentOff, charge, rounding, corrects, others, deducts } =
      request;
    return {
      kind,
      prices,
      customer: customer === 'consumer' ? 'consumer' : 'business',
      ...(customer !== 'consumer' && { buyer: buyers[customer] }),
      ...(dollar !== undefined && { currency: 'USD', exchangeRate: dollar }),
      lines: request.lines.map(({ name, quantity, price, rate, percentOff: off, names, goodsBack }) => ({
        name,
        quantity: thousandths(quantity),
        unitPrice: halalasToText(price),
        vat: vats[rate],
        ...(off !== undefined && { discount: { percent: off } }),
        ...(names !== undefined && { correctsLine: names }),
        ...(goodsBack !== undefined && { goodsBack }),
      })),
      ...(percentOff !== undefined && { discount: { percent: percentOff } }),
      ...(charge !== undefined && {
        charges: [{ amount: halalasToText(charge), reasonCode: 'DL', reason: 'Delivery' }],
      }),
      ...(rounding !== undefined && {
        payableRounding: halalasToText(rounding),
        payments: [{ means: 'cash' as const }],
      }),
      ...(corrects && {
        corrects: corrects.map((id) => ({ number: numberOf(id) })),
        reason: 'تصحيح | Correction',
      }),
      ...(others && {
        corrects: others.map(({ number, date, total }) => ({
          number,
          issueDate: date,
          otherSystem: { total: halalasToText(total) },
        })),
        reason: 'تصحيح | Correction',
      }),
      ...(deducts && {
        prepayments: deducts.map(({ advance, rate, amount }) => {
          const { date: issueDate, time: issueTime } = riyadhDateTime(entries[advance]?.issuedAt ?? 0);
          return {
            number: numberOf(advance),
            issueDate,
            issueTime,
            amounts: [{ vat: vats[rate], amount: halalasToText(amount) }],
          };
        }),
      }),
    };
  }

  function compareRefusal(verdict: Verdict, found: string | undefined): void {
    const refused = 'allowed' in verdict ? [] : [...verdict.refused];
    const isAlike =
      found === undefined ? refused.length === 0 : refused.some((one) => one === familyOf(found));
    if (!isAlike)
      throw new Difference(
        `the terminal ${found ?? 'allows'}, the model ${refused.join(', ') || 'allows'}`,
        told,
      );
  }

  function compareStated(entry: IssuedEntry, predicted: Stated): Stated {
    const money = new Map<Rate, Money>();
    for (const { category, rate, taxable: net, vat } of entry.breakdown) {
      const key = category === 'S' ? (Number(rate) === 15 ? 'S15' : 'S5') : (category as Rate);
      money.set(key, { agreed: predicted.money.get(key)?.agreed ?? net, net, vat });
    }
    const stated = {
      money,
      total: entry.payable + entry.prepaid,
      prepaid: entry.prepaid,
      vatSar: entry.vatInSar,
    };
    const text = (of: Stated) =>
      JSON.stringify([
        rates.flatMap((rate) => {
          const { net = 0, vat = 0 } = of.money.get(rate) ?? {};
          return net === 0 && vat === 0 ? [] : [`${rate} ${net} + ${vat}`];
        }),
        of.total,
        of.prepaid,
        of.vatSar,
      ]);
    if (text(stated) !== text(predicted))
      throw new Difference(`the document states ${text(stated)}, the model ${text(predicted)}`, told);
    return stated;
  }

  function compareLines(): void {
    for (const [id, doc] of model.docs.entries()) {
      if (doc.request.kind !== 'invoice' || doc.replacedBy !== undefined || doc.state === 'rejected')
        continue;
      const { lines } = shop.look(entries[id]?.uuid ?? '');
      for (const [index, { left }] of lines.entries()) {
        const expected = model.lineLeft(id, index).pieces;
        if (Math.round(Number(left) * 1000) !== expected)
          throw new Difference(
            `#${id}, line ${index + 1}: ${left} left, the model ${thousandths(expected)}`,
            told,
          );
      }
    }
  }

  /** Compares the sums that the terminal's pages or files have since the story began with those of the model. */
  function compareSums(sums: Sums, atFirst: Sums): void {
    const expected = sumsOfModel(model.docs);
    for (const [name, amount] of expected)
      if (!sums.has(name) && amount !== 0 && [...sums.keys()].some((one) => isBeside(one, name)))
        throw new Difference(`the terminal has no ${name}, the model ${amount}`, told);
    for (const [name, amount] of sums) {
      const found = amount - (atFirst.get(name) ?? 0);
      if (found !== (expected.get(name) ?? 0))
        throw new Difference(`the terminal has ${found} at ${name}, the model ${expected.get(name)}`, told);
    }
  }

  /** Compares the drawer's report before and after it is closed. */
  function compareDrawer(): void {
    if (shop.drawer === undefined) return;
    const expected = sumsOfModel(model.docs).get('Today SAR') ?? 0;
    const x = shop.drawer.report().cash.expected;
    const z = shop.drawer.close(1, byCashier, undefined).report.cash.expected;
    for (const found of [x, z])
      if (found !== expected)
        throw new Difference(`the drawer expects ${found}, the model ${expected}`, told);
  }
}

/** Says if two sums are of one page or file. */
const isBeside = (one: string, other: string) => one.split(' ')[0] === other.split(' ')[0];

/** Returns the first issue of a refusal, as `path code`. */
async function refusalOf(action: () => unknown): Promise<string | undefined> {
  try {
    await action();
    return undefined;
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    const [issue] = error.failure.issues ?? [];
    return issue === undefined ? error.failure.code : `refuses ${issue.path.join('.')} ${issue.code}`;
  }
}

function familyOf(refusal: string): string {
  const parts = refusal.split(' ');
  const [code = '', where = ''] = parts.toReversed();
  if (code === 'returned-too-much') return where.endsWith('quantity') ? 'pieces' : 'money';
  return families[code] ?? refusal;
}
