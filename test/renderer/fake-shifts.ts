import { fail } from '../../shared/failure.ts';

/** A drawer without shifts: their screens are tested on the real terminal. */
export function createFakeShifts() {
  const none = () => ({ isRequired: false });
  const noShift = (): never => fail('no-shift');
  return {
    'shift.current': none,
    'shift.open': noShift,
    'shift.move': noShift,
    'shift.takeOver': noShift,
    'shift.report': noShift,
    'shift.close': noShift,
    'shift.print': noShift,
    'shift.list': () => ({ shifts: [] }),
    'shift.setRequired': none,
  };
}
