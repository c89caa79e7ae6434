import type { CommandInput, CommandOutput } from '../../../shared/contract/index.ts';
import {
  type Cell,
  type CellKind,
  type ReportKind,
  reportColumns,
} from '../../../shared/contract/till/reports.ts';
import type { ShiftReport, ShiftView } from '../../../shared/contract/till/shifts.ts';
import { fail } from '../../../shared/failure.ts';

const none = { count: 0, total: 0 };

type Takings = CommandOutput<'takings.get'>;

function noTakings(): Takings {
  const kinds = { sales: none, returns: none, debitNotes: none, advances: none, discounts: 0, vatOwed: 0 };
  const rows = { days: [], hours: [], people: [], means: [], vat: [], articles: [], otherCurrencies: [] };
  return { isComplete: true, ...kinds, ...rows };
}

/**
 * Makes a drawer without shifts or, for pictures and layouts, with a shift that was opened today or forgotten. Its
 * behaviour is tested on the real terminal.
 */
export function createFakeShifts(takings?: Partial<Takings>, shift?: 'open' | 'old') {
  const current = () =>
    shift === undefined
      ? { isRequired: false }
      : { isRequired: true, shift: { ...openShift, isOld: shift === 'old' } };
  const noShift = (): never => fail('no-shift');
  const report = () => (shift === undefined ? noShift() : figures);
  const close = ({ count }: CommandInput<'shift.close'>) => {
    const counted = count?.reduce((total, { value, count: pieces }) => total + value * pieces, 0);
    const cash =
      counted === undefined
        ? figures.cash
        : {
            ...figures.cash,
            counted,
            count: [...(count ?? [])],
            difference: counted - figures.cash.expected,
          };
    const closed = { ...report(), cash, closedAt: '2026-11-20T19:00:00.000Z', closedBy: salem };
    return {
      number: 12,
      closedAt: closed.closedAt,
      closedBy: salem.name,
      hash: 'a1'.repeat(32),
      report: closed,
    };
  };
  return {
    'shift.current': current,
    'shift.open': noShift,
    'shift.move': noShift,
    'shift.takeOver': noShift,
    'shift.report': report,
    'shift.close': close,
    'shift.print': noShift,
    'shift.list': () => ({ shifts: [] }),
    'takings.get': ({ from }: CommandInput<'takings.get'>) => {
      const taken = { ...noTakings(), ...takings };
      // Earlier days have different figures in other hours.
      const days = Math.round((Date.parse('2026-11-20') - Date.parse(from)) / 86_400_000);
      if (days <= 0) return taken;
      const part = 1 - ((days * 7) % 10) / 20;
      const hours = taken.hours.map(({ hour, count, total }, index) => ({
        hour: hour + (days % 3) - 1,
        count,
        total: Math.round(Math.abs(total) * (index % 2 === 0 ? part : 1.1 - part / 2)),
      }));
      return { ...taken, hours, days: taken.days.map((one) => ({ ...one, day: from })) };
    },
    // Earlier days and parts of a day have slightly smaller figures, so that there is something to compare.
    'takings.figures': ({ to, before }: CommandInput<'takings.figures'>) => {
      const { sales, returns, debitNotes, advances, discounts, vatOwed } = { ...noTakings(), ...takings };
      const part = before === 24 && to >= '2026-11-20' ? 1 : 0.8;
      const { count, total } = sales;
      return {
        sales: { count: Math.round(count * part), total: Math.round(total * part) },
        returns,
        debitNotes,
        advances,
        discounts,
        vatOwed,
      };
    },
    'report.get': ({ report }: CommandInput<'report.get'>) => reportOf(report),
    'report.vatDocuments': ({ after = 0 }: CommandInput<'report.vatDocuments'>) => ({
      documents: [1, 2, 3].map((place) => ({
        uuid: `8d5f1d3e-0b57-4f4e-9f5a-00000000000${place}`,
        number: `T1-${String(after + place).padStart(6, '0')}`,
        issuedAt: place === 2 ? '2027-11-22T09:30:00.000Z' : `2026-11-${20 + place}T09:30:00.000Z`,
        ...(place === 2 && { trueAt: '2026-11-22T09:30:00.000Z' }),
        amount: place === 3 ? -10_000 : place * 123_450,
        vat: place === 3 ? -1_500 : place * 18_518,
        ...(place === 2 && { replaces: `T1-${String(after + 3).padStart(6, '0')}` }),
        ...(place === 3 && { replacedBy: `T1-${String(after + 2).padStart(6, '0')}` }),
      })),
      next: after + 3,
    }),
    'report.export': (): never => fail('not-found'),
    'shift.setRequired': current,
  };
}

const salem = { name: 'سالم بن عبدالرحمن القحطاني', role: 'cashier' } as const;
const noura = { name: 'Noura', role: 'manager' } as const;
const openedAt = '2026-11-20T05:00:00.000Z';
const movements: ShiftView['movements'] = [
  { at: '2026-11-20T06:10:00.000Z', by: salem, kind: 'in', amount: 20_000, reason: 'فكة من البنك' },
  { at: '2026-11-20T09:40:00.000Z', by: noura, kind: 'handover', amount: 0 },
  {
    at: '2026-11-20T10:05:00.000Z',
    by: noura,
    kind: 'out',
    amount: 1_250,
    reason: 'Water and tea for guests of the shop, bought at the neighbour’s because ours had run out',
  },
];

const openShift: Omit<ShiftView, 'isOld'> = {
  number: 12,
  openedAt,
  openedBy: salem,
  holder: noura,
  float: 30_000,
  movements,
  documents: 118,
};

const figures: ShiftReport = {
  number: 12,
  openedAt,
  openedBy: salem,
  sales: { count: 112, total: 1_234_567_89 },
  returns: { count: 5, total: 43_210 },
  debitNotes: none,
  advances: { count: 1, total: 50_000 },
  purchases: { count: 2, total: 92_000 },
  corrections: 1,
  correctionsBack: 0,
  discounts: 12_345,
  beside: {
    removed: { count: 7, total: 8_150 },
    abandoned: { count: 1, total: 23_000 },
    overrides: { count: 3, difference: -1_450 },
    discounted: 9,
    drawerOpenings: 5,
    drawerByHand: 2,
    reprints: 4,
  },
  vat: [
    { category: 'S', rate: '15', taxable: 1_073_537_30, vat: 161_030_59 },
    { category: 'Z', rate: '0', taxable: 12_000, vat: 0 },
  ],
  payments: [
    { means: 'cash', count: 71, received: 400_000_00, paidBack: 23_210 },
    { means: 'card', count: 40, received: 834_567_89, paidBack: 20_000 },
    { means: 'onAccount', count: 1, received: 50_000, paidBack: 0 },
  ],
  accountPayments: [{ means: 'bankTransfer', count: 2, received: 150_000, takenBack: 0 }],
  accountPaidBack: [{ means: 'bankTransfer', count: 1, paidBack: 4_025, takenBack: 0 }],
  people: [
    { name: salem.name, sales: { count: 60, total: 700_000_00 }, returns: none },
    { name: noura.name, sales: { count: 52, total: 534_567_89 }, returns: { count: 5, total: 43_210 } },
  ],
  otherCurrencies: [{ currency: 'USD', count: 1, total: 10_000 }],
  movements,
  documents: { count: 118, first: 'T1-002001', last: 'T1-002118' },
  waiting: 3,
  refused: 1,
  cash: {
    float: 30_000,
    received: 400_000_00,
    paidBack: 23_210,
    in: 20_000,
    out: 1_250,
    expected: 400_255_40,
  },
};

/** Returns three rows for any report, with each cell in the kind of its column. */
function reportOf(report: ReportKind): CommandOutput<'report.get'> {
  const kinds = reportColumns[report].map(({ kind }) => kind);
  const cellOf = (kind: CellKind, row: number): Cell => {
    if (kind === 'money') return (3 - row) * 123_450 - 60_000;
    if (kind === 'text' || kind === 'person')
      return ['قهوة سعودية', 'Premium Sukkari dates from Qassim', ''][row] ?? '';
    if (kind === 'issuer') return ['person نورة', 'program Web shop', ''][row] ?? '';
    if (kind === 'vatBox') return ['standard', 'exports', 'otherZero VATEX-SA-34-1'][row] ?? null;
    if (kind === 'instant') return `2026-11-${20 - row}T19:00:00.000Z`;
    return kind === 'quantity' ? `${row * 7}.5` : 9 + row;
  };
  const rows = [0, 1, 2].map((row) => kinds.map((kind) => cellOf(kind, row)));
  const total = kinds.map((kind) => (kind === 'money' ? 560_700 : kind === 'count' ? 30 : null));
  return { isComplete: true, rows, of: 412, total };
}
