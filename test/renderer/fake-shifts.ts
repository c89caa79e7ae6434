import type { CommandInput, CommandOutput } from '../../shared/contract/index.ts';
import { type Cell, type CellKind, type ReportKind, reportColumns } from '../../shared/contract/reports.ts';
import { fail } from '../../shared/failure.ts';

const none = { count: 0, total: 0 };

type Takings = CommandOutput<'takings.get'>;

function noTakings(): Takings {
  const kinds = { sales: none, returns: none, debitNotes: none, advances: none, discounts: 0, vatOwed: 0 };
  const rows = { days: [], hours: [], people: [], means: [], vat: [], articles: [], otherCurrencies: [] };
  return { isComplete: true, ...kinds, ...rows };
}

/** A drawer without shifts: their screens are tested on the real terminal. */
export function createFakeShifts(takings?: Partial<Takings>) {
  const notRequired = () => ({ isRequired: false });
  const noShift = (): never => fail('no-shift');
  return {
    'shift.current': notRequired,
    'shift.open': noShift,
    'shift.move': noShift,
    'shift.takeOver': noShift,
    'shift.report': noShift,
    'shift.close': noShift,
    'shift.print': noShift,
    'shift.list': () => ({ shifts: [] }),
    'takings.get': () => ({ ...noTakings(), ...takings }),
    // A little less for earlier days and for parts of a day, so that there is something to compare.
    'takings.figures': ({ to, before }: CommandInput<'takings.figures'>) => {
      const { sales, returns, debitNotes, advances, discounts, vatOwed } = { ...noTakings(), ...takings };
      const part = before === 24 && to >= '2026-11-20' ? 1 : 0.8;
      const { count, total } = sales;
      return {
        sales: { count: Math.round(count * part), total: Math.round(total * part) },
        ...{ returns, debitNotes, advances, discounts, vatOwed },
      };
    },
    'report.get': ({ report }: CommandInput<'report.get'>) => reportOf(report),
    'report.vatDocuments': ({ after = 0 }: CommandInput<'report.vatDocuments'>) => ({
      documents: [1, 2, 3].map((place) => ({
        uuid: `8d5f1d3e-0b57-4f4e-9f5a-00000000000${place}`,
        number: `T1-${String(after + place).padStart(6, '0')}`,
        issuedAt: `2026-11-${20 + place}T09:30:00.000Z`,
        amount: place === 3 ? -10_000 : place * 123_450,
        vat: place === 3 ? -1_500 : place * 18_518,
      })),
      next: after + 3,
    }),
    'report.export': (): never => fail('not-found'),
    'shift.setRequired': notRequired,
  };
}

/** Three rows of any report, each cell by its column's kind. */
function reportOf(report: ReportKind): CommandOutput<'report.get'> {
  const kinds = reportColumns[report].map(({ kind }) => kind);
  const cellOf = (kind: CellKind, row: number): Cell => {
    if (kind === 'money') return (3 - row) * 123_450 - 60_000;
    if (kind === 'text' || kind === 'person')
      return ['قهوة سعودية', 'Premium Sukkari dates from Qassim', ''][row] ?? '';
    if (kind === 'vatBox') return ['standard', 'exports', 'otherZero VATEX-SA-34-1'][row] ?? null;
    if (kind === 'instant') return `2026-11-${20 - row}T19:00:00.000Z`;
    return kind === 'quantity' ? `${row * 7}.5` : 9 + row;
  };
  const rows = [0, 1, 2].map((row) => kinds.map((kind) => cellOf(kind, row)));
  const total = kinds.map((kind) => (kind === 'money' ? 560_700 : kind === 'count' ? 30 : null));
  return { isComplete: true, rows, of: 412, total };
}
