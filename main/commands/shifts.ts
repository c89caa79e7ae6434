import { fail } from '../../shared/failure.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { HandlersOf } from '../platform/dispatch.ts';
import { actorOf } from './actor-of.ts';
import { type ActOptions, agreementTo } from './within-limits.ts';

/** The commands about the shifts of the cash drawer. */
export function shiftCommands(
  { drawer }: Pick<OpenEnvironment, 'drawer'>,
  options: ActOptions,
): HandlersOf<'shift.'> {
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
    'shift.report': (_, caller) => {
      const report = drawer.report();
      agreementTo('totals', String(report.number), caller, options);
      return report;
    },
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
