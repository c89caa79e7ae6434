import {
  amountOf,
  type Deduction,
  deducted,
  inRiyals,
  type Line,
  type Money,
  nearest,
  netOf,
  type OtherSystem,
  type Priced,
  paidFor,
  percentOf,
  priceOf,
  type Rate,
  type Request,
  rates,
  sum,
  vatOf,
} from './price.ts';

/*
 * The law of corrections once more, written from its page (main/books/corrections/README.md) and not from its code. The
 * numbers in brackets are the page's sentences.
 */

/** The families of limits by which a request is refused. */
export type Family =
  | 'rejected'
  | 'replaced'
  | 'not to be named'
  | 'terms'
  | 'pieces'
  | 'price'
  | 'money'
  | 'debit note waits'
  | 'again'
  | 'declared'
  | 'stand-in';

/** The amounts that a document states; those of an issued document are as printed. */
export interface Stated {
  readonly money: ReadonlyMap<Rate, Money>;
  readonly total: number;
  readonly prepaid: number;
  readonly vatSar: number;
}

interface Effect {
  readonly line: string;
  readonly amount: number;
  /** The money that pieces gave back less than their price, because it was taken off them before. */
  readonly spared?: number;
}

interface Doc extends Stated {
  readonly request: Request;
  state: 'waiting' | 'accepted' | 'rejected';
  replacedBy?: number;
  /** The rejected document in whose place a manager said that this sale stands [7.8]. */
  standsFor?: number;
  /** The identity of each line, which it keeps when the document is issued again. */
  readonly identities: readonly string[];
  /** Pieces that this note brings back, and money that it takes off alone, by the line's identity. */
  readonly back: readonly Effect[];
  readonly off: readonly Effect[];
}

export interface Rest {
  readonly money: ReadonlyMap<Rate, Money>;
  readonly total: number;
  /** As the documents state it, before deductions, of which this is the VAT. */
  readonly vatSar: number;
  readonly deductedVat: number;
  readonly credits: number;
}

/** The page gives no order of its sentences, so a refusal may name any of the families. */
export type Verdict =
  | { readonly allowed: true; readonly states: Stated }
  | { readonly refused: ReadonlySet<Family> };

/** The halalas by which a line may miss the price paid and still bring its goods back (4.1). */
const roundings = 2;

const none: Money = { agreed: 0, net: 0, vat: 0 };
/** Returns by how much VAT differs from its rate's; infinite if anything is below zero. */
const offRate = ({ net, vat }: Pick<Money, 'net' | 'vat'>, rate: Rate) =>
  net < 0 || vat < 0 ? Number.POSITIVE_INFINITY : Math.abs((net * percentOf[rate]) / 100 - vat);

const plus = (one: Money, other: Money, sign: number): Money => ({
  agreed: one.agreed + sign * other.agreed,
  net: one.net + sign * other.net,
  vat: one.vat + sign * other.vat,
});

export function createModel() {
  const docs: Doc[] = [];
  const at = (id: number): Doc => docs[id] ?? raise(id);
  const first = (id: number): number => {
    const before = at(id).request.replaces ?? at(id).standsFor;
    return before === undefined ? id : first(before);
  };
  const counts = (doc: Doc, without?: number) => doc.replacedBy === undefined && doc !== docs[without ?? -1];
  const familiesOf = (ids: readonly number[] = []) => new Set(ids.map(first));

  /** Returns the notes that name one of these documents or what they stand for [1.4]. */
  const notesOn = (families: ReadonlySet<number>, kind: Request['kind'], without?: number) =>
    docs.filter(
      (doc) =>
        doc.request.kind === kind &&
        counts(doc, without) &&
        [...familiesOf(doc.request.corrects)].some((one) => families.has(one)),
    );
  const deductionsOf = (families: ReadonlySet<number>, without?: number) =>
    docs
      .filter((doc) => counts(doc, without))
      .flatMap(({ request: { deducts = [], prices } }) =>
        deducts
          .filter(({ advance }) => families.has(first(advance)))
          .map((one) => ({ ...one, money: deducted(one, prices) })),
      );

  /** Returns what is left of documents together [2.2, 2.3, 4.6, 4.7]. */
  function restOf(
    ids: readonly number[],
    { waiting = false, without }: { waiting?: boolean; without?: number | undefined } = {},
  ): Rest {
    const families = familiesOf(ids);
    const debits = notesOn(families, 'debitNote', without).filter(
      ({ request, state }) =>
        (state === 'accepted' || (waiting && state === 'waiting')) &&
        [...familiesOf(request.corrects)].every((one) => families.has(one)),
    );
    const credits = notesOn(families, 'creditNote', without);
    const money = new Map<Rate, Money>();
    let [total, vatSar, deductedVat] = [0, 0, 0];
    const add = (doc: Pick<Doc, 'money' | 'total' | 'vatSar'>, sign: number) => {
      for (const [rate, row] of doc.money) money.set(rate, plus(money.get(rate) ?? none, row, sign));
      total += sign * doc.total;
      vatSar += sign * doc.vatSar;
    };
    for (const id of ids) add(at(id), 1);
    for (const doc of debits) add(doc, 1);
    for (const doc of credits) add(doc, -1);
    for (const { rate, money: row } of deductionsOf(families, without)) {
      add({ money: new Map([[rate, row]]), total: row.net + row.vat, vatSar: 0 }, -1);
      deductedVat += row.vat;
    }
    return { money, total, vatSar, deductedVat, credits: credits.length };
  }

  /** Returns the money of an invoice's goods: without debit notes, and without notes on several invoices if `alone`. */
  function goodsMoney(id: number, alone: boolean, without?: number): Map<Rate, Money> {
    const { request } = at(id);
    const money = new Map(at(id).money);
    for (const note of notesOn(familiesOf([id]), 'creditNote', without)) {
      if (alone && (note.request.corrects ?? []).length > 1) continue;
      for (const [rate, row] of note.money) {
        const agreed = request.prices === 'includeVat' ? row.net + row.vat : row.net;
        const same = note.request.prices === request.prices ? row.agreed : agreed;
        money.set(rate, plus(money.get(rate) ?? none, { ...row, agreed: same }, -1));
      }
    }
    return money;
  }

  /** Returns the pieces left of a line of a document, and the money that was taken off them alone. */
  function lineLeft(id: number, index: number, without?: number) {
    const doc = at(id);
    const identity = doc.identities[index];
    const notes = docs.filter((note) => counts(note, without));
    const of = (all: Doc['back']) => all.filter(({ line }) => line === identity);
    const back = notes.flatMap((note) => of(note.back));
    const { quantity = 0 } = doc.request.lines[index] ?? {};
    const pieces = quantity - sum(back.map(({ amount }) => amount));
    const spared = sum(back.map((one) => one.spared ?? 0));
    const off = sum(notes.flatMap((note) => of(note.off)).map(({ amount }) => amount));
    return { pieces, off: Math.min(Math.max(0, off - spared), costOf(doc, index, pieces).price) };
  }

  /** Returns the cost of so many pieces of a line: price after discounts, with the charges, and with the rounding [5.2]. */
  function costOf({ request }: Doc, index: number, pieces: number) {
    const { full, steps, rounding } = paidFor(request)[index] ?? raise(index);
    const { quantity } = request.lines[index] ?? raise(index);
    let [whole, part] = [full, nearest(full * pieces, quantity)];
    let charges = 0;
    for (const { amount, isCharge } of steps) {
      const before = part;
      part =
        whole === 0 ? nearest((whole + amount) * pieces, quantity) : nearest((whole + amount) * part, whole);
      whole += amount;
      if (isCharge) charges += part - before;
    }
    const rounded = nearest(rounding * pieces, quantity);
    return { price: part - charges, agreed: part, all: part + rounded };
  }

  /** Returns what goods that come back give: their cost less the money that was taken off them before [4.3]. */
  function worth(id: number, index: number, pieces: number, without?: number) {
    const left = lineLeft(id, index, without);
    const after = left.pieces - pieces;
    const [more, less] = [costOf(at(id), index, left.pieces), costOf(at(id), index, after)];
    const off = left.pieces <= 0 ? 0 : left.off - nearest(left.off * after, left.pieces);
    return {
      price: more.price - less.price - off,
      agreed: more.agreed - less.agreed - off,
      all: more.all - less.all - off,
    };
  }

  /** Returns why a document cannot be named; undefined if it can [1.4, 2.1]. */
  const unnameable = (id: number): Family | undefined => {
    const doc = at(id);
    if (doc.replacedBy !== undefined) return 'replaced';
    return doc.state === 'rejected' ? 'rejected' : undefined;
  };

  /** Returns the coin of a return: that to which its sale was rounded, or else the shop's, as it is paid back in cash [5.6]. */
  function coinOf({ request: { rounding = 0, dollar }, total, prepaid }: Doc, shop: number | undefined) {
    if (dollar !== undefined) return undefined;
    const cash = total - prepaid;
    const fits = (coin: number) => cash % coin === 0 && 2 * Math.abs(rounding) <= coin;
    const coins = shop === undefined ? [5, 25, 50, 100] : [shop, 5, 25, 50, 100];
    return (rounding === 0 || cash === 0 ? undefined : coins.find(fits)) ?? shop;
  }

  /** Returns the sale's rounding less that of its returns. */
  function roundingLeft(id: number): number {
    const notes = notesOn(familiesOf([id]), 'creditNote').filter(
      ({ request }) => request.corrects?.length === 1,
    );
    return (at(id).request.rounding ?? 0) - sum(notes.map(({ request }) => request.own?.rounding ?? 0));
  }

  /** Returns the rounding of a return of this price [5.6]; undefined if the shares of the sale's own rounding hold. */
  function roundingOf(
    id: number,
    note: Request & { readonly own: Priced },
    { coin, isLast }: { coin: number | undefined; isLast: boolean },
  ): number | undefined {
    const { rounding: sold = 0, prices, dollar } = at(id).request;
    const rest = roundingLeft(id);
    if (dollar !== undefined || (coin === undefined && (sold !== 0 || rest === 0))) return undefined;
    const room = sum([...goodsMoney(id, false).values()].map(({ agreed }) => agreed));
    const alone = [...goodsMoney(id, true).values()];
    const left =
      rest +
      room +
      (prices === 'includeVat' ? 0 : sum(alone.map(({ net, vat, agreed }) => net + vat - agreed)));
    const roundOf = (price: number) => {
      const exact = Math.min(Math.max(0, price + rest), Math.max(0, left));
      if (coin === undefined) return isLast || price > left ? exact - price : 0;
      const down = exact - (exact % coin);
      return (left % coin === 0 ? coin * Math.floor((exact + Math.floor(coin / 2)) / coin) : down) - price;
    };
    const once = roundOf(note.own.total);
    if (prices === 'includeVat') return once;
    // The VAT of prices without VAT may follow from the rounding, which then follows from it.
    const money = { ...note.own, total: note.own.total + once };
    const settledTo = (returned(note, money, id) ?? settled(note, money, restOf([id]))).total - once;
    return roundOf(settledTo);
  }

  /** Returns the terminal's own credit note for pieces of lines, or why there is none. */
  function ownNote(
    id: number,
    pieces: readonly (readonly [line: number, pieces: number])[],
    shopCoin: number | undefined,
  ) {
    const doc = at(id);
    const { lines, prices, customer, dollar } = doc.request;
    const refused = new Set<Family | undefined>([
      doc.request.kind === 'invoice' ? unnameable(id) : 'not to be named',
    ]);
    if (only(refused).size > 0) return { refused: only(refused) };
    if (pieces.some(([line, count]) => count > lineLeft(id, line - 1).pieces)) refused.add('pieces');
    const room = goodsMoney(id, false);
    // The last pieces may cost nothing, if the price of those before them was rounded up [5.2].
    const costs = lines.some((_, index) => costOf(doc, index, lineLeft(id, index).pieces).price > 0);
    const isPaidBack = [...room.values()].every(({ agreed }) => agreed <= 0);
    if (costs && (isPaidBack || restOf([id]).total - roundingLeft(id) <= 0)) refused.add('money');
    if (only(refused).size > 0) return { refused: only(refused) };
    const money = new Map<Rate, Money>();
    let [total, shared] = [0, 0];
    let isCut = false;
    for (const rate of rates) {
      const ofRate = pieces.filter(([line]) => lines[line - 1]?.rate === rate);
      if (ofRate.length === 0) continue;
      const worths = ofRate.map(([line, count]) => worth(id, line - 1, count));
      const wanted = sum(worths.map((one) => one.agreed));
      const agreed = Math.min(wanted, Math.max(0, room.get(rate)?.agreed ?? 0));
      isCut ||= agreed < wanted;
      const net = prices === 'includeVat' ? netOf(agreed, rate) : agreed;
      money.set(rate, { agreed, net, vat: vatOf(net, rate) });
      const paid = prices === 'includeVat' ? agreed : net + vatOf(net, rate);
      total += paid;
      shared += sum(worths.map((one) => one.all - one.agreed));
    }
    const request: Request = {
      kind: 'creditNote',
      customer,
      dollar,
      prices,
      corrects: [id],
      lines: pieces.map(([names, quantity]) => ({
        ...(lines[names - 1] ?? raise(names)),
        names,
        quantity,
        amount: worth(id, names - 1, quantity).price,
        goodsBack: true,
      })),
    };
    const priced = { money, total, prepaid: 0 };
    const all = sum(lines.map((_, index) => lineLeft(id, index).pieces));
    const isLast = sum(pieces.map(([, count]) => count)) === all;
    const rounding =
      roundingOf(
        id,
        { ...request, own: { ...priced, rounding: 0 } },
        { coin: coinOf(doc, shopCoin), isLast },
      ) ?? shared;
    return { request: { ...request, own: { ...priced, total: total + rounding, rounding } }, isCut };
  }

  /** States VAT in riyals: the rest before less the rest after, within a halala of its own unless it is the last [5.5]. */
  function withRiyals({ dollar }: Request, rest: Rest, stated: Omit<Stated, 'vatSar'>): Stated {
    const vat = sum([...stated.money.values()].map((row) => row.vat));
    if (dollar === undefined || vat === 0) return { ...stated, vatSar: vat };
    const after = sum([...rest.money.values()].map((row) => row.vat)) - vat;
    const byRate = inRiyals(vat, dollar);
    const all = rest.vatSar - inRiyals(rest.deductedVat, dollar);
    const share = rest.vatSar - inRiyals(after + rest.deductedVat, dollar);
    const vatSar = after <= 0 ? all : Math.min(Math.max(share, byRate - 1), byRate + 1, all);
    return { ...stated, vatSar: Math.max(0, vatSar) };
  }

  const sameTerms = (one: Request, other: Request) =>
    one.customer === other.customer && one.dollar === other.dollar;

  /** Says what a line of a note does to the line that it names [4.1 to 4.4]. */
  function effectOf(
    request: Request,
    line: Line,
  ): { back: number; off: number; spared?: number; refused?: Family } {
    const [id] = request.corrects ?? [];
    if (line.names === undefined || id === undefined) return { back: 0, off: 0 };
    const index = line.names - 1;
    const sold = at(id).request.lines[index];
    if (sold === undefined || sold.rate !== line.rate) return { back: 0, off: 0, refused: 'terms' };
    if (request.kind === 'debitNote') return { back: 0, off: 0 };
    const left = lineLeft(id, index, request.replaces);
    const amount = amountOf(line);
    const paid = costOf(at(id), index, sold.quantity).price * line.quantity;
    const isWhole = (amount + roundings) * sold.quantity >= paid && amount * sold.quantity * 4 >= paid * 3;
    if (line.goodsBack ?? isWhole) {
      if (line.quantity > left.pieces) return { back: 0, off: 0, refused: 'pieces' };
      const most = worth(id, index, line.quantity, request.replaces).price;
      const { percentOff, charge } = at(id).request;
      // A note divides its own discounts among its lines once more.
      const spread = line.amount === undefined || (percentOff ?? charge) === undefined ? 0 : 1;
      const off = left.off - nearest(left.off * (left.pieces - line.quantity), left.pieces);
      const missing = nearest(paid, sold.quantity) - amount;
      const part = Math.ceil(paid / sold.quantity) - off;
      return amount > Math.max(most, part) + spread
        ? { back: 0, off: 0, refused: 'price' }
        : { back: line.quantity, off: 0, spared: missing > roundings ? missing : 0 };
    }
    const most = worth(id, index, left.pieces, request.replaces).price;
    return amount > most ? { back: 0, off: 0, refused: 'price' } : { back: 0, off: amount };
  }

  /** Says whether no line has a VAT below zero [5.3]. */
  const fitsPrice = ({ prices }: Request, { agreed }: Money, net: number) =>
    prices === 'excludeVat' || net <= agreed;

  /** Returns the money with the VAT that a credit note states, so that a rest is left that can be stated [5.4]. */
  function settled(request: Request, priced: Priced, rest: Rest): Priced {
    const taxed = [...priced.money.keys()].filter((rate) => percentOf[rate] > 0).length;
    const slack = priced.total === rest.total ? (rest.credits + 1) * taxed : 0;
    const money = new Map<Rate, Money>();
    for (const [rate, row] of priced.money) {
      const left = rest.money.get(rate) ?? none;
      const isLast =
        request.prices === 'excludeVat'
          ? row.net === left.net
          : Math.abs(left.net + left.vat - row.agreed) <= slack;
      const reach = Math.max(1, offRate(left, rate));
      const vat = [row.vat, row.vat + 1, row.vat - 1].find(
        (one) =>
          offRate({ ...row, vat: one }, rate) <= 1 &&
          offRate(plus(left, { ...row, vat: one }, -1), rate) <= reach,
      );
      if (percentOf[rate] === 0) money.set(rate, row);
      else if (isLast && offRate(left, rate) <= 1 && fitsPrice(request, row, left.net))
        money.set(rate, { ...row, net: left.net, vat: left.vat });
      else money.set(rate, { ...row, vat: vat ?? row.vat });
    }
    return withTotal(request, priced, money);
  }

  /** Returns the money with the VAT of a return: the VAT of the money before it less that of the money after it [5.3]. */
  function returned(request: Request, priced: Priced, id: number): Priced | undefined {
    const { kind, prices } = at(id).request;
    if (kind !== 'invoice' || request.prices !== prices) return undefined;
    const goods = goodsMoney(id, true, request.replaces);
    const money = new Map<Rate, Money>();
    for (const [rate, row] of priced.money) {
      const before = goods.get(rate) ?? none;
      const after = before.agreed - row.agreed;
      if (after < 0) return undefined;
      const net = prices === 'includeVat' ? netOf(after, rate) : after;
      const stated = { agreed: row.agreed, net: before.net - net, vat: before.vat - vatOf(net, rate) };
      const isNear = offRate(stated, rate) <= 1 && Math.abs(stated.net - row.net) <= 1;
      if (row.agreed !== 0 && !(isNear && fitsPrice(request, row, stated.net))) return undefined;
      money.set(rate, row.agreed === 0 ? row : stated);
    }
    return withTotal(request, priced, money);
  }

  function withTotal({ prices }: Request, priced: Priced, money: ReadonlyMap<Rate, Money>): Priced {
    const vat = (of: ReadonlyMap<Rate, Money>) => sum([...of.values()].map((row) => row.net + row.vat));
    return {
      ...priced,
      money,
      total: priced.total + (prices === 'includeVat' ? 0 : vat(money) - vat(priced.money)),
    };
  }

  /** Says whether a credit leaves nothing below zero [4.6]. */
  const fits = ({ money, total }: Priced, rest: Rest) =>
    total <= rest.total &&
    [...money].every(([rate, row]) => {
      const left = rest.money.get(rate) ?? none;
      return row.net <= left.net && row.vat <= left.vat;
    });

  function decideNote(request: Request): Verdict {
    if (request.others !== undefined) return decideDeclared(request, request.others);
    const named = request.corrects ?? [];
    const refused = new Set<Family | undefined>();
    for (const id of named) {
      refused.add(
        ['creditNote', 'debitNote'].includes(at(id).request.kind) ? 'not to be named' : unnameable(id),
      );
      if (!sameTerms(request, at(id).request)) refused.add('terms');
    }
    const effects = request.lines.map((line) => effectOf(request, line));
    for (const effect of effects) refused.add(effect.refused);
    const priced = priceOf(request);
    if (request.kind === 'debitNote') {
      if (only(refused).size > 0) return { refused: only(refused) };
      const vat = sum([...priced.money.values()].map((row) => row.vat));
      return { allowed: true, states: { ...priced, vatSar: inRiyals(vat, request.dollar) } };
    }
    const rest = restOf(named, { without: request.replaces });
    const [id] = named;
    const isReturn = named.length === 1 && effects.every(({ back }) => back > 0);
    const stated =
      (isReturn && id !== undefined ? returned(request, priced, id) : undefined) ??
      settled(request, priced, rest);
    if (!fits(stated, rest)) {
      const isWaiting = fits(stated, restOf(named, { waiting: true, without: request.replaces }));
      refused.add(isWaiting ? 'debit note waits' : 'money');
    }
    if (only(refused).size > 0) return { refused: only(refused) };
    return { allowed: true, states: withRiyals(request, rest, stated) };
  }

  /** Decides on a note about documents of other systems, of which only the declarations are known [8.1]. */
  function decideDeclared(request: Request, others: readonly OtherSystem[]): Verdict {
    const refused = new Set<Family>();
    const keys = new Set(others.map(({ key }) => key));
    if (keys.size < others.length) refused.add('declared');
    const naming = docs.filter(
      (doc) => counts(doc, request.replaces) && (doc.request.others ?? []).some((one) => keys.has(one.key)),
    );
    for (const doc of naming)
      for (const one of doc.request.others ?? []) {
        const now = others.find(({ key }) => key === one.key);
        const isSame = now === undefined || (now.total === one.total && now.date === one.date);
        const isCurrency = (doc.request.dollar === undefined) === (request.dollar === undefined);
        if (!isSame || (now !== undefined && !isCurrency)) refused.add('declared');
      }
    const priced = priceOf(request);
    const left = (waiting: boolean) =>
      sum(others.map(({ total }) => total)) +
      sum(
        naming.map(({ request: { kind, others: all = [] }, state, total }) => {
          if (kind === 'creditNote') return 0 - total;
          const isSettled = state === 'accepted' || (waiting && state === 'waiting');
          return isSettled && all.every(({ key }) => keys.has(key)) ? total : 0;
        }),
      );
    if (request.kind === 'creditNote' && priced.total > left(false))
      refused.add(priced.total > left(true) ? 'money' : 'debit note waits');
    if (refused.size > 0) return { refused };
    const vat = sum([...priced.money.values()].map((row) => row.vat));
    return { allowed: true, states: { ...priced, vatSar: inRiyals(vat, request.dollar) } };
  }

  /** Decides if an accepted sale, rung again by hand, may stand for a rejected one [7.8]. */
  function decideStandIn(rejected: number, accepted: number): ReadonlySet<Family> {
    const [old, other] = [at(rejected), at(accepted)];
    const refused = new Set<Family>();
    if (old.state !== 'rejected') refused.add('again');
    if (old.replacedBy !== undefined) refused.add('replaced');
    const isSale = old.request.corrects === undefined && old.request.others === undefined;
    const stands = other.request.replaces !== undefined || other.standsFor !== undefined;
    const isAlike =
      old.request.kind === other.request.kind &&
      old.total - old.prepaid === other.total - other.prepaid &&
      old.request.customer === other.request.customer &&
      (old.request.dollar === undefined) === (other.request.dollar === undefined);
    const families = familiesOf([rejected]);
    const isNamed =
      notesOn(families, 'creditNote').length +
        notesOn(families, 'debitNote').length +
        deductionsOf(families).length >
      0;
    if (other.state !== 'accepted' || accepted < rejected || stands || !isSale || !isAlike || isNamed)
      refused.add('stand-in');
    return refused;
  }

  /** Decides on a sale with its deductions [6.1, 6.2]. */
  function decideSale(request: Request): Verdict {
    const refused = new Set<Family | undefined>();
    for (const { advance, rate, amount } of request.deducts ?? []) {
      const paid = at(advance).request;
      refused.add(paid.kind === 'prepayment' ? unnameable(advance) : 'not to be named');
      if (
        request.customer !== paid.customer ||
        (request.dollar === undefined) !== (paid.dollar === undefined)
      )
        refused.add('terms');
      const left = restOf([advance], { without: request.replaces });
      const row = left.money.get(rate) ?? none;
      const wanted = deducted({ advance, rate, amount }, request.prices);
      const isRest =
        request.prices === 'includeVat' ? wanted.agreed === row.net + row.vat : wanted.net === row.net;
      const isAll = isRest && offRate(row, rate) <= 1;
      if (!isAll && (wanted.net > row.net || wanted.agreed > row.net + row.vat)) refused.add('money');
    }
    if (only(refused).size > 0) return { refused: only(refused) };
    const priced = priceOf(request);
    const vat = sum([...priced.money.values()].map((row) => row.vat));
    return { allowed: true, states: { ...priced, vatSar: inRiyals(vat, request.dollar) } };
  }

  /** Returns the documents that the new one must leave room for [7.2 to 7.4]. */
  function decideAgain(request: Request, id: number): ReadonlySet<Family> {
    const old = at(id);
    const refused = new Set<Family>();
    if (old.replacedBy !== undefined) refused.add('replaced');
    if (old.state !== 'rejected') refused.add('again');
    const family = new Set([first(id)]);
    const isNamed =
      notesOn(family, 'creditNote').length +
        notesOn(family, 'debitNote').length +
        deductionsOf(family).length >
      0;
    if (!isNamed) return refused;
    if (request.kind !== old.request.kind || !sameTerms(request, old.request)) refused.add('terms');
    const identities = identitiesOf(request);
    for (const [index, identity] of old.identities.entries()) {
      const back = (old.request.lines[index]?.quantity ?? 0) - lineLeft(id, index).pieces;
      const again = request.lines[identities.indexOf(identity)]?.quantity ?? 0;
      if (back > again) refused.add('again');
    }
    const rest = restOf([id]);
    const priced = priceOf(request);
    if (priced.total < Math.min(old.total - rest.total, old.total)) refused.add('again');
    for (const [rate, row] of rest.money) {
      const before = old.money.get(rate) ?? none;
      const again = priced.money.get(rate) ?? none;
      if (again.net < Math.min(before.net - row.net, before.net)) refused.add('again');
      if (again.vat < Math.min(before.vat - row.vat, before.vat)) refused.add('again');
    }
    return refused;
  }

  /** Returns a document that is issued again, about those that stand for the ones that it named [1.4, 7.1]. */
  function followed(given: Request): Request {
    const { corrects = [], deducts, replaces } = given;
    const isAgain = replaces !== undefined && deducts !== undefined;
    const request = isAgain
      ? { ...given, deducts: deducts.map((one) => ({ ...one, advance: lastOf(one.advance) })) }
      : given;
    if (replaces === undefined || corrects.every((id) => at(id).replacedBy === undefined)) return request;
    const [id = 0] = corrects;
    const identities = at(lastOf(id)).identities;
    const placeOf = (line: number) => identities.indexOf(at(id).identities[line - 1] ?? '') + 1 || line;
    return {
      ...request,
      corrects: corrects.map(lastOf),
      lines: request.lines.map((line) =>
        line.names === undefined ? line : { ...line, names: placeOf(line.names) },
      ),
    };
  }
  const lastOf = (id: number): number => {
    const next = at(id).replacedBy;
    return next === undefined ? id : lastOf(next);
  };

  /** Returns the identity of each line: that of the line of the same name of the document that it stands for [7.3]. */
  function identitiesOf({ lines, replaces }: Request): string[] {
    const old = replaces === undefined ? undefined : at(replaces);
    return lines.map(({ name }, index) => {
      const same = old?.request.lines.findIndex((line) => line.name === name) ?? -1;
      return old?.identities[same] ?? `${docs.length}.${index}`;
    });
  }

  return {
    docs: docs as readonly Readonly<Doc>[],
    restOf,
    lineLeft,
    worth,
    ownNote,
    decide(given: Request): Verdict {
      const request = followed(given);
      const { replaces, kind } = request;
      const again = replaces === undefined ? new Set<Family>() : decideAgain(request, replaces);
      const verdict =
        kind === 'creditNote' || kind === 'debitNote' ? decideNote(request) : decideSale(request);
      if (again.size === 0) return verdict;
      return { refused: new Set([...again, ...('refused' in verdict ? verdict.refused : [])]) };
    },
    /** Writes down a document that was issued, with what it states. */
    add(given: Request, stated: Stated): number {
      const request = followed(given);
      const [named] = request.corrects ?? [];
      const effects = request.lines.map((line) => ({
        line:
          named === undefined || line.names === undefined ? '' : (at(named).identities[line.names - 1] ?? ''),
        ...effectOf(request, line),
      }));
      docs.push({
        ...stated,
        request,
        state: 'waiting',
        identities: identitiesOf(request),
        back: effects
          .filter(({ back }) => back > 0)
          .map(({ line, back, spared = 0 }) => ({ line, amount: back, spared })),
        off: effects.filter(({ off }) => off > 0).map(({ line, off }) => ({ line, amount: off })),
      });
      if (request.replaces !== undefined) at(request.replaces).replacedBy = docs.length - 1;
      return docs.length - 1;
    },
    /** Says whether the VAT of a deduction leaves a rest that can be stated, as that of a note does [5.4, 6.1]. */
    isDeductible({ replaces, prices }: Request, one: Deduction): boolean {
      const left = restOf([one.advance], { without: replaces }).money.get(one.rate) ?? none;
      const row = deducted(one, prices);
      const reach = Math.max(1, offRate(left, one.rate));
      return offRate(row, one.rate) <= 1.5 && offRate(plus(left, row, -1), one.rate) <= reach + 0.5;
    },
    decideStandIn,
    /** Writes down that an accepted sale stands for a rejected one. */
    standFor(rejected: number, accepted: number) {
      at(rejected).replacedBy = accepted;
      at(accepted).standsFor = rejected;
    },
    answer(id: number, state: 'accepted' | 'rejected') {
      at(id).state = state;
    },
  };
}

const only = (families: ReadonlySet<Family | undefined>) =>
  new Set([...families].filter((one) => one !== undefined));

function raise(id: number): never {
  throw new RangeError(`nothing at ${id}`);
}
