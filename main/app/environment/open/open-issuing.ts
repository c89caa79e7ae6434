import { createPdfMaker } from '../../../document/paper/pdf-maker.ts';
import { sellerOf } from '../../../sending/credential/seller.ts';
import { createIssuer } from '../../../till/issue/issuer.ts';
import { createSaleIntake } from '../../../till/issue/sale-intake.ts';
import { createReceipts } from '../../../till/receipts/receipts.ts';
import type { EnvironmentContext } from '../context.ts';
import type { BackgroundParts } from './open-background.ts';
import type { IssuingChecks } from './open-issuing-checks.ts';
import type { SubmissionParts } from './open-submission.ts';

export type IssuingParts = ReturnType<typeof openIssuing>;

export function openIssuing(
  { ledger, profile, services, clock, events, company, handOver }: EnvironmentContext,
  checks: IssuingChecks,
  { indexer }: BackgroundParts,
  { keyRing, submitter }: SubmissionParts,
) {
  const intake = createSaleIntake({
    seller() {
      const sells = company();
      return sells && sellerOf(sells);
    },
    now: () => clock.now(),
  });
  services.add('sale intake', { stop: intake.close });
  const issuer = createIssuer({
    ledger,
    profile,
    clock,
    keyRing,
    company,
    failure: () => checks.readiness.failure,
    checkIssuing: checks.check,
    independentHash: intake.hash,
    onIssued({ uuid }, replaces) {
      // The event below also reports changed submissions, so it cannot begin what only a new document needs.
      checks.rollbackGuard.touch();
      indexer.soon();
      submitter.wake();
      // The rejected document now has a successor.
      if (replaces !== undefined) events.emit({ type: 'invoice-changed', uuid: replaces });
      events.emit({ type: 'invoice-changed', uuid });
    },
  });
  const pdfs = createPdfMaker();
  services.add('pdfs', { stop: pdfs.close });
  return {
    intake,
    issuer,
    receipts: createReceipts({ ledger, company, pdfs, handOver, now: () => clock.now() }),
  };
}
