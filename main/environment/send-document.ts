import { fail } from '../../shared/failure.ts';
import type { KeyRing } from '../credential/key-ring.ts';
import type { Gateway } from '../gateway/client.ts';
import type { Outcome } from '../gateway/outcome.ts';
import type { Claimed } from '../ledger/submission-queue.ts';
import type { Refusals } from './refusals.ts';

export interface SendDocumentOptions {
  readonly gateway: Pick<Gateway, 'clear' | 'report'>;
  readonly keyRing: () => Pick<KeyRing, 'senderOf' | 'heard'>;
  readonly refusals: Pick<Refusals, 'heard'>;
  /** What the answer says of the credential could not be kept. */
  readonly onError: (error: unknown) => void;
}

/**
 * One call to the authority, with the credential that serves this document.
 * @throws FailureError `not-onboarded`
 */
export function createSendDocument(options: SendDocumentOptions): (claimed: Claimed) => Promise<Outcome> {
  const { gateway, keyRing, refusals, onError } = options;

  return async function send(claimed: Claimed): Promise<Outcome> {
    const sender = () => keyRing().senderOf(claimed.issuedAt) ?? fail('not-onboarded');
    const held = sender();
    const outcome = await (claimed.mode === 'clearance'
      ? gateway.clear(held.pair, claimed)
      : gateway.report(held.pair, claimed));
    refusals.heard(outcome.kind);
    // What it says of the credential must not keep the document's own outcome.
    await keyRing().heard(held, outcome).catch(onError);
    // Refused was a pair that serves this document no more: another one took its place meanwhile, or because of it.
    const isOver = outcome.kind === 'credential-refused' && sender().pair.csid !== held.pair.csid;
    return isOver ? send(claimed) : outcome;
  };
}
