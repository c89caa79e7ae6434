import { fail } from '../../shared/failure.ts';
import type { ReceiptPaper } from '../devices/paper.ts';
import { createShiftReports } from '../devices/print-shift-report.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { AgreementOptions } from '../people/agreement.ts';
import { actorOf } from '../platform/actor-of.ts';
import type { Clock } from '../platform/clock.ts';
import type { HandlersOf } from '../platform/dispatch.ts';

export interface ShiftCommandsOptions {
  readonly agreements: AgreementOptions;
  readonly paper: ReceiptPaper;
  readonly clock: Pick<Clock, 'now'>;
}

/** The commands about the shifts of the cash drawer. */
export function shiftCommands(
  { drawer, ledger, receipts }: Pick<OpenEnvironment, 'drawer' | 'ledger' | 'receipts'>,
  { agreements, paper, clock }: ShiftCommandsOptions,
): HandlersOf<'shift.'> {
  const reports = createShiftReports({ ...agreements, drawer, ledger, receipts, paper, clock });
  return {
    'shift.current': () => drawer.now(),
    'shift.open': ({ id, float }, caller) => {
      drawer.open(id, actorOf(caller), float);
      return drawer.now();
    },
    'shift.move': (movement, caller) => {
      drawer.move(movement, actorOf(caller));
      return drawer.now();
    },
    'shift.takeOver': ({ id }, caller) => {
      drawer.takeOver(id, actorOf(caller));
      return drawer.now();
    },
    'shift.report': (_, caller) => reports.open(caller),
    'shift.print': ({ number }, caller) => reports.print(number, caller),
    'shift.close': ({ number, count }, caller) => {
      if (count === undefined && caller.role !== 'manager') fail('not-allowed');
      return drawer.close(number, actorOf(caller), count);
    },
    'shift.list': (options) => ({ shifts: drawer.list(options) }),
    'shift.setRequired': ({ isRequired }, caller) => {
      drawer.setRequired(isRequired, actorOf(caller));
      return drawer.now();
    },
  };
}
