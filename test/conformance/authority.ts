import { systemClock } from '../../main/base/platform/clock.ts';
import { verifyDocument } from '../../main/document/stamp/verify/verify.ts';
import { startSandbox } from '../../main/sandbox/start-sandbox.ts';
import { type Chained, Device } from '../sandbox/device.ts';
import type { NamedSale } from './matrix/parts.ts';

/** A terminal and the sandbox that onboarded it. */
export interface Authority {
  /** Issues the sale's document as the next in the chain, with a stamp by the terminal's certificate. */
  issue(named: NamedSale, issuedAt: number): Chained;
  /**
   * Sends a document over HTTP to the right interface.
   * @returns the faults of the answer; empty when the document was cleared or reported with exactly the expected
   * warnings
   */
  send(named: NamedSale, document: Chained): Promise<string[]>;
  close(): Promise<void>;
}

/** Starts a sandbox and onboards a terminal up to its production credential. */
export async function openAuthority(): Promise<Authority> {
  const sandbox = await startSandbox({ clock: systemClock });
  const device = new Device(sandbox, systemClock);
  const pair = await device.onboard();
  return {
    issue: ({ sale, settle }, issuedAt) => device.next(sale, pair, { issuedAt, settle }),
    async send({ sale: { customer }, warns = [] }, document) {
      const isBusiness = customer === 'business';
      const { clear, report } = device.gateway;
      const call = () => (isBusiness ? clear : report)(pair, document);
      const first = await call();
      // The call is repeated, as in the queue, because the sandbox closes connections that were idle while all
      // documents were made.
      const outcome = first.kind === 'unknown' ? await call() : first;
      if (outcome.kind !== 'accepted') return [`not accepted: ${JSON.stringify(outcome)}`];
      const problems: string[] = [];
      if (outcome.status !== (isBusiness ? 'CLEARED' : 'REPORTED')) problems.push(`is ${outcome.status}`);
      const warned = [...new Set(outcome.warnings.map(({ code = '' }) => code))].sort();
      if (warned.join() !== [...warns].sort().join()) problems.push(`warns ${warned.join() || 'of nothing'}`);
      if (isBusiness !== (outcome.clearedInvoice !== undefined))
        problems.push('has another copy than it should');
      const failed = verifyDocument(outcome.clearedInvoice ?? document.xml).filter(({ ok }) => !ok);
      return [...problems, ...failed.map(({ name, detail }) => `${name}: ${detail}`)];
    },
    close: () => sandbox.close(),
  };
}
