import type { Approval } from '../../../shared/actor.ts';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import type { ShiftReport } from '../../../shared/contract/till/shifts.ts';
import { fail } from '../../../shared/failure.ts';
import { actorOf } from '../../base/platform/actor-of.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Caller } from '../../base/platform/dispatch.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { type AgreementOptions, agreementTo } from '../people/agreement.ts';
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
  /** The shifts whose closing report is being printed: pressing again meanwhile prints a copy. */
  const printing = new Set<number>();

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
      const copy =
        closed !== undefined && (printing.has(number) || ledger.tillActions.wasReportPrinted(number));
      const look = paper.printerFor('reports');
      if (closed !== undefined) printing.add(number);
      try {
        const page = { report, hash: closed?.hash, paper: look.paper, shop: paper.shop(), copy };
        const answer = await paper.print(receipts.shiftReport(page), look);
        const detail = closed === undefined ? { open: number } : { closed: number, copy };
        ledger.tillActions.write({
          at: clock.now(),
          by: { ...by, approval },
          action: 'report-printed',
          detail,
        });
        return answer;
      } finally {
        printing.delete(number);
      }
    },
  };
}
