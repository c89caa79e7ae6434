import type { Approval } from '../../../shared/actor.ts';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import type { ShiftReport } from '../../../shared/contract/till/shifts.ts';
import { fail } from '../../../shared/failure.ts';
import { actorOf } from '../../base/platform/actor-of.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Caller } from '../../base/platform/dispatch.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { type AgreementOptions, agreementTo } from '../people/agreement.ts';
import { createPrints } from '../receipts/prints.ts';
import type { Receipts } from '../receipts/receipts.ts';
import type { Drawer } from '../shift/drawer.ts';
import type { ReceiptPaper } from './paper.ts';

export interface ShiftReportsOptions extends AgreementOptions {
  readonly drawer: Pick<Drawer, 'report' | 'closed'>;
  readonly ledger: Pick<Ledger, 'tillActions'>;
  readonly receipts: Pick<Receipts, 'shiftReport'>;
  readonly paper: ReceiptPaper;
  readonly clock: Pick<Clock, 'now'>;
}

export function createShiftReports(options: ShiftReportsOptions) {
  const { drawer, ledger, receipts, paper, clock } = options;
  const prints = createPrints(ledger.tillActions, () => clock.now());

  function openReport(caller: Caller): { report: ShiftReport; approval: Approval | undefined } {
    const report = drawer.report();
    return { report, approval: agreementTo('totals', String(report.number), caller, options) };
  }

  return {
    /** Returns the totals of the open shift. @throws FailureError `approval-needed`, `no-shift` */
    open: (caller: Caller): ShiftReport => openReport(caller).report,
    /** Prints the report of the open shift, or of a closed one. @throws FailureError */
    async print(number: number, caller: Caller): Promise<CommandOutput<'shift.print'>> {
      const by = actorOf(caller);
      const closed = drawer.closed(number, by);
      const { report, approval } =
        closed === undefined ? openReport(caller) : { ...closed, approval: undefined };
      if (report.number !== number) return fail('no-shift');
      const look = { ...paper.printerFor('reports'), canWait: true };
      const print = (copy: boolean) => {
        const page = { report, hash: closed?.hash, paper: look.paper, shop: paper.shop(), copy };
        return paper.print(receipts.shiftReport(page), look);
      };
      const action = 'report-printed';
      if (closed !== undefined)
        return prints.print({ print: `shift ${number}`, action, detail: { closed: number } }, by, print);
      // The figures so far change with every sale: each print of them is another paper.
      const answer = await print(false);
      ledger.tillActions.write({
        at: clock.now(),
        by: { ...by, approval },
        action,
        detail: { open: number },
      });
      return answer;
    },
  };
}
