import type { CommandOutput } from '../../shared/contract/index.ts';
import { fail } from '../../shared/failure.ts';

const none = { count: 0, total: 0 };

type Takings = CommandOutput<'takings.get'>;

function noTakings(): Takings {
  const kinds = { sales: none, returns: none, debitNotes: none, advances: none, discounts: 0 };
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
    'shift.setRequired': notRequired,
  };
}
