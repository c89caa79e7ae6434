import { fail } from '../../../../shared/failure.ts';
import { sumHalalas } from '../../../../shared/values/money.ts';
import { actorOf } from '../../../base/platform/actor-of.ts';
import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import { createShiftReports } from '../../../till/devices/print-shift-report.ts';
import type { CommandContext } from '../context.ts';

export function shiftCommands({
  environment: { drawer, ledger, receipts },
  terminal: { clock },
  till: { agreements, paper, cash },
}: CommandContext): HandlersOf<'shift.'> {
  const { approvals, limits } = agreements;
  const reports = createShiftReports({ approvals, limits, drawer, ledger, receipts, paper, clock });
  return {
    'shift.current': () => drawer.now(),
    'shift.open': ({ id, float }, caller) => {
      if (drawer.open(id, actorOf(caller), float)) cash.moved(float, 'float', caller)?.open();
      return drawer.now();
    },
    'shift.move': (movement, caller) => {
      const { amount, kind } = movement;
      if (drawer.move(movement, actorOf(caller))) cash.moved(amount, kind, caller)?.open();
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
      const by = actorOf(caller);
      const isNew = count !== undefined && drawer.closed(number, by) === undefined;
      const counted = sumHalalas(count?.map(({ value, count: pieces }) => value * pieces) ?? []);
      // The pulse belongs to the shift that is counted, so its line comes before the closing report.
      const opening = isNew ? cash.moved(counted, 'count', caller) : undefined;
      try {
        const closed = drawer.close(number, by, count);
        opening?.open();
        return closed;
      } catch (error) {
        opening?.giveUp();
        throw error;
      }
    },
    'shift.list': (options) => ({ shifts: drawer.list(options) }),
    'shift.setRequired': ({ isRequired }, caller) => {
      drawer.setRequired(isRequired, actorOf(caller));
      return drawer.now();
    },
  };
}
