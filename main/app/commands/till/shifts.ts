import { fail } from '../../../../shared/failure.ts';
import { actorOf } from '../../../base/platform/actor-of.ts';
import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import { createShiftReports } from '../../../till/devices/print-shift-report.ts';
import type { CommandContext } from '../context.ts';

export function shiftCommands({
  environment: { drawer, ledger, receipts },
  terminal: { clock },
  till: { agreements, paper },
}: CommandContext): HandlersOf<'shift.'> {
  const { approvals, limits } = agreements;
  const reports = createShiftReports({ approvals, limits, drawer, ledger, receipts, paper, clock });
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
