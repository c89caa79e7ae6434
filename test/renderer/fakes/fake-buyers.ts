import type { CommandName, CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';
import type { BookBuyer, BuyerPreview } from '../../../shared/contract/till/buyers.ts';
import { buyersShown } from '../../../shared/contract/till/items.ts';
import { fail } from '../../../shared/failure.ts';
import { bookLimits } from '../../../shared/sale/buyer-book.ts';
import type { Buyer } from '../../../shared/sale/party.ts';
import { uuidOf } from '../harness/document-uuid.ts';

/* The book of buyers of the fake terminal. */

export interface BuyerOptions {
  readonly buyers?: readonly Buyer[];
  /** The preview that any import of buyers gets. */
  readonly buyerPreview?: Partial<BuyerPreview>;
}

type Names = Extract<CommandName, `buyer.${string}` | `account.${string}`>;
type Handlers = { [N in Names]: (input: CommandParsed<N>) => CommandOutput<N> };

const numberOf = ({ vatNumber, identification }: Buyer) => vatNumber ?? identification?.value ?? '';

export function createFakeBuyers(options: BuyerOptions): Handlers {
  let book: BookBuyer[] = (options.buyers ?? []).map((buyer, index) => ({
    key: numberOf(buyer),
    buyer,
    balance: index % 2 === 0 ? 34_500 * (index + 1) : 0,
    sold: index % 3 === 2 ? 0 : 3 * index + 1,
    ...(index % 3 !== 2 && { lastAt: '2026-11-20T07:00:00.000Z' }),
  }));
  const get = (key: string) => book.find((one) => one.key === key) ?? fail('buyer-missing');
  const found = (text: string) =>
    book.filter(({ buyer }) =>
      `${buyer.name} ${numberOf(buyer)}`.toLowerCase().includes(text.trim().toLowerCase()),
    );
  const preview = () => ({
    import: '00000000-0000-4000-8000-000000000901',
    rows: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    unread: [],
    faultCount: options.buyerPreview?.faults?.length ?? 0,
    faults: [],
    sample: [],
    ...options.buyerPreview,
  });
  return {
    'buyer.find': ({ text }) => ({
      buyers: found(text)
        .slice(0, buyersShown)
        .map(({ buyer }) => ({ buyer })),
    }),
    'buyer.list': ({ text, start }) => {
      const all = found(text);
      return { buyers: all.slice(start, start + bookLimits.page), total: all.length };
    },
    'buyer.save': ({ key, buyer }) => {
      const ownKey = numberOf(buyer);
      if (ownKey !== key && book.some((one) => one.key === ownKey))
        fail('bad-input', {
          issues: [{ path: ['buyer', 'vatNumber'], code: 'buyer-twice', message: 'is taken' }],
        });
      const saved = { sold: 0, balance: 0, ...(key !== undefined && get(key)), key: ownKey, buyer };
      book = [...book.filter((one) => one.key !== key), saved];
      return saved;
    },
    'buyer.remove': ({ key }) => {
      book = book.filter((one) => one !== get(key));
      return {};
    },
    'buyer.merge': ({ key, into }) => {
      const merged = { ...get(into), sold: get(key).sold + get(into).sold };
      book = [...book.filter((one) => one.key !== key && one.key !== into), merged];
      return merged;
    },
    ...fakeAccounts(get, () => book),
    'buyer.previewImport': preview,
    'buyer.import': () => ({ added: preview().added, changed: preview().changed }),
    'buyer.export': ({ format }) => ({ fileName: `customers.${format}`, base64: '' }),
  };
}

/** Returns accounts with one payment on account, which was reversed. */
function fakeAccounts(
  get: (key: string) => BookBuyer,
  all: () => readonly BookBuyer[],
): Pick<Handlers, Extract<Names, `account.${string}`>> {
  const at = '2026-11-20T07:00:00.000Z';
  const paid = { at, by: 'Mona', shift: 1, means: 'cash' };
  const payments = [
    { ...paid, number: 3, means: 'bankTransfer', amount: 4_600 },
    { ...paid, number: 2, amount: -11_500, note: 'عميل آخر', takesBack: 1 },
    { ...paid, number: 1, amount: 11_500, takenBackBy: 2 },
  ];
  const [first] = payments;
  const recorded = new Map<string, string>();
  const answer = (key: string) => ({
    payment: { ...paid, number: 3, amount: 10_000 },
    balance: get(key).balance,
  });
  const lines = [
    { at, what: 'invoice' as const, number: 'T1-000042', amount: 34_500, balance: 34_500 },
    { at, what: 'payment' as const, number: '1', means: 'cash', amount: -11_500, balance: 23_000 },
    { at, what: 'takenBack' as const, number: '2', means: 'cash', amount: 11_500, balance: 34_500 },
    { at, what: 'replaced' as const, number: 'T1-000042', amount: -34_500, balance: 0 },
    { at, what: 'moved' as const, number: 'T1-000043', amount: 11_500, balance: 11_500 },
    { at, what: 'moved' as const, number: 'T1-000051', amount: -5_750, balance: 5_750 },
  ];
  const statement = { opening: 0, lines, added: 57_500, takenOff: 51_750, closing: 5_750 };
  const bought = { kind: 'invoice', issuedAt: at, currency: 'SAR' };
  const purchases = [
    { ...bought, uuid: uuidOf(42), number: 'T1-000042', payable: 34_500 },
    {
      ...{ ...bought, uuid: uuidOf(41), number: 'T1-000041', payable: 11_500 },
      ...{ issuedAt: '2027-11-20T07:00:00.000Z', trueAt: '2026-11-20T06:30:00.000Z' },
    },
  ];
  return {
    'account.find': () => ({
      accounts: all()
        .slice(0, 6)
        .map(({ key, buyer, balance }) => ({ key, buyer, balance })),
    }),
    'account.get': ({ key }) => ({
      key,
      buyer: get(key).buyer,
      balance: get(key).balance,
      limit: 50_000,
      others: [],
      payments,
      purchases,
      more: { payments: payments.length > 0, purchases: false },
    }),
    'account.statement': () => statement,
    'account.received': ({ id }) => {
      const key = recorded.get(id);
      return key === undefined ? {} : answer(key);
    },
    'account.pay': ({ id, key }) => {
      recorded.set(id, key);
      return answer(key);
    },
    'account.payBack': ({ key }) => answer(key),
    'account.setLimit': (set) => set,
    'account.takeBack': () => ({ payment: first ?? fail('not-found'), balance: 0 }),
    'account.printVoucher': () => ({ by: 'terminal' }),
    'account.printStatement': () => ({ by: 'terminal' }),
    'account.export': () => ({ fileName: 'statement.csv', base64: '' }),
  };
}
