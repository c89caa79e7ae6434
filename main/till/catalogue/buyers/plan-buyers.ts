import { isDeepStrictEqual } from 'node:util';
import type { BuyerPreview } from '../../../../shared/contract/till/buyers.ts';
import { FailureError, parseOrFail } from '../../../../shared/failure.ts';
import { buyerColumns } from '../../../../shared/sale/buyer-book.ts';
import { type Buyer, businessBuyerSchema } from '../../../../shared/sale/party.ts';
import type { BookBuyer } from '../../../books/ledger/accounts/buyer-book.ts';
import type { ReadBuyer } from './read-buyer.ts';

export interface PlannedBuyer {
  readonly number: number;
  readonly kind: 'added' | 'changed' | 'unchanged';
  readonly key: string | undefined;
  readonly buyer: Buyer;
}

type BuyerFault = BuyerPreview['faults'][number];

type Refusal = Omit<BuyerFault, 'row'>;

/**
 * Finds the buyer of each row by its numbers, and the changes that the row makes. A buyer must have everything that a
 * sale requires, so that no buyer from the book is refused at the till.
 */
export function planBuyers(existing: readonly BookBuyer[], rows: readonly ReadBuyer[]) {
  const byNumber = createNumbers(existing);
  const rowOf = new Map<string, number>();
  const planned: PlannedBuyer[] = [];
  const faults: BuyerFault[] = [];
  for (const row of rows) {
    const plan = planRow(row, byNumber);
    const twice = 'refusals' in plan ? undefined : noteNumbers(plan, rowOf);
    const refusals = 'refusals' in plan ? plan.refusals : twice ? [twice] : [];
    faults.push(...refusals.map((refusal) => ({ row: row.number, ...refusal })));
    if (!('refusals' in plan) && refusals.length === 0) planned.push(plan);
  }
  return { rows: planned, faults };
}

export type BuyerPlan = ReturnType<typeof planBuyers>;

type Numbered = Pick<Buyer, 'vatNumber' | 'identification'>;

const otherNumber = ({ scheme = '', value }: { scheme?: string | undefined; value: string }) =>
  `${scheme} ${value.toUpperCase()}`;
/** Two buyers may have the same digits under different schemes. */
const numbersOf = ({ vatNumber, identification }: Numbered) =>
  [vatNumber, identification && otherNumber(identification)].filter((number) => number !== undefined);

function createNumbers(existing: readonly BookBuyer[]) {
  const owners = new Map<string, BookBuyer>();
  /** The buyers that have a number other than the VAT number, by that number without its scheme. */
  const byValue = new Map<string, BookBuyer[]>();
  for (const one of existing) {
    for (const number of numbersOf(one.buyer)) owners.set(number, one);
    const { identification } = one.buyer;
    const value = identification && otherNumber({ value: identification.value });
    if (value !== undefined) byValue.set(value, [...(byValue.get(value) ?? []), one]);
  }
  return {
    byVatNumber: (number: string | undefined) => (number === undefined ? [] : [owners.get(number)]),
    /** Returns all buyers with the number if no scheme is given. */
    byOther: ({ scheme, number }: ReadBuyer['stated']) =>
      number === undefined
        ? []
        : scheme === undefined
          ? (byValue.get(otherNumber({ value: number })) ?? [])
          : [owners.get(otherNumber({ scheme, value: number }))],
  };
}

type ByNumber = ReturnType<typeof createNumbers>;
type Refused = { readonly refusals: readonly Refusal[] };

function planRow({ number, stated, faults }: ReadBuyer, byNumber: ByNumber): PlannedBuyer | Refused {
  if (faults.length > 0)
    return {
      refusals: faults.map(({ column, code, value }) => ({
        ...(column && { column }),
        code,
        ...(value && { params: { value } }),
      })),
    };
  const [same] = byNumber.byVatNumber(stated.vatNumber);
  const others = byNumber.byOther(stated);
  const owners = [same, ...(same && others.includes(same) ? [] : others)].filter((one) => one !== undefined);
  if (same === undefined && owners.length > 1)
    return { refusals: [{ column: 'scheme', code: 'scheme-missing' }] };
  const [owner, other] = new Set(owners);
  if (other !== undefined) return { refusals: [{ column: 'number', code: 'buyers-of-two' }] };
  if (stated.number !== undefined && stated.scheme === undefined && owner?.buyer.identification === undefined)
    return { refusals: [{ column: 'scheme', code: 'scheme-missing' }] };
  try {
    const buyer = parseOrFail(businessBuyerSchema, mergeRow(owner?.buyer, stated));
    const isSame = owner !== undefined && isDeepStrictEqual(buyer, owner.buyer);
    return {
      number,
      kind: owner === undefined ? 'added' : isSame ? 'unchanged' : 'changed',
      key: owner?.key,
      buyer,
    };
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return { refusals: (error.failure.issues ?? []).map(refusalOf) };
  }
}

/** Returns the input of a buyer; a blank cell keeps the known value. */
function mergeRow(before: Buyer | undefined, stated: ReadBuyer['stated']) {
  const { name, vatNumber, scheme, number, ...parts } = stated;
  const identification = {
    ...before?.identification,
    ...(scheme !== undefined && { scheme }),
    ...(number !== undefined && { value: number }),
  };
  const address = { ...before?.address, ...parts };
  return {
    ...before,
    name: name ?? before?.name ?? '',
    ...(vatNumber !== undefined && { vatNumber }),
    ...(identification.value !== undefined && { identification }),
    ...(Object.keys(address).length > 0 && { address }),
  };
}

function refusalOf({
  path,
  code,
  params,
}: {
  path: readonly (string | number)[];
  code: string;
  params?: object | undefined;
}): Refusal {
  const last = path.at(-1);
  const column = last === 'value' ? 'number' : buyerColumns.find((name) => name === last);
  // A part of the address that is missing altogether.
  const needed = code === 'invalid_type' ? 'required' : code;
  return {
    ...(column && { column }),
    code: needed,
    ...(params && { params: params as Record<string, string | number> }),
  };
}

/** Notes the numbers of a row; returns its refusal when another row has one of the numbers. */
function noteNumbers({ number, buyer }: PlannedBuyer, rowOf: Map<string, number>): Refusal | undefined {
  const numbers = numbersOf(buyer);
  const value = numbers.map((one) => rowOf.get(one)).find((row) => row !== undefined);
  if (value !== undefined) return { code: 'row-twice', params: { value } };
  for (const one of numbers) rowOf.set(one, number);
  return undefined;
}
