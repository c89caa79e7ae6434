import type { Approval } from '../../shared/actor.ts';
import type { CommandOutput } from '../../shared/contract/index.ts';
import type { ShiftReport } from '../../shared/contract/shifts.ts';
import { fail } from '../../shared/failure.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { Clock } from '../platform/clock.ts';
import type { Caller, HandlersOf } from '../platform/dispatch.ts';
import { actorOf } from './actor-of.ts';
import { createPaper, type PaperOptions } from './paper.ts';
import { type ActOptions, agreementTo } from './within-limits.ts';

export interface ShiftCommandsOptions extends ActOptions, PaperOptions {
  readonly clock: Pick<Clock, 'now'>;
}

/** The commands about the shifts of the cash drawer. */
export function shiftCommands(
  { drawer, ledger, receipts }: Pick<OpenEnvironment, 'drawer' | 'ledger' | 'receipts'>,
  options: ShiftCommandsOptions,
): HandlersOf<'shift.'> {
  const { clock } = options;
  const paper = createPaper(options);
  /** The shifts whose closing report is being printed: a second press meanwhile prints a copy. */
  const printing = new Set<number>();

  function openReport(caller: Caller): { report: ShiftReport; approval: Approval | undefined } {
    const report = drawer.report();
    return { report, approval: agreementTo('totals', String(report.number), caller, options) };
  }

  async function print(number: number, caller: Caller): Promise<CommandOutput<'shift.print'>> {
    const by = actorOf(caller);
    const closed = drawer.closed(number, by);
    const { report, approval } =
      closed === undefined ? openReport(caller) : { ...closed, approval: undefined };
    if (report.number !== number) return fail('no-shift');
    const copy = closed !== undefined && (printing.has(number) || ledger.deeds.wasReportPrinted(number));
    const look = paper.printerFor('reports');
    if (closed !== undefined) printing.add(number);
    try {
      const page = { report, hash: closed?.hash, paper: look.paper, shop: paper.shop(), copy };
      const answer = await paper.print(receipts.shiftReport(page), look);
      const detail = closed === undefined ? { open: number } : { closed: number, copy };
      ledger.deeds.write({ at: clock.now(), by: { ...by, approval }, action: 'report-printed', detail });
      return answer;
    } finally {
      printing.delete(number);
    }
  }

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
    'shift.report': (_, caller) => openReport(caller).report,
    'shift.print': ({ number }, caller) => print(number, caller),
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
