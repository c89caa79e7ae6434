import { fail } from '../../shared/failure.ts';
import type { KeyRing } from '../credential/key-ring.ts';
import type { Gateway } from '../gateway/client.ts';
import type { Outcome } from '../gateway/outcome.ts';
import type { Claimed } from '../ledger/submission.ts';
import type { CredentialRejections } from './credential-rejections.ts';

export interface SendDocumentOptions {
  readonly gateway: Pick<Gateway, 'clear' | 'report'>;
  readonly keyRing: Pick<KeyRing, 'senderOf' | 'heard'>;
  readonly rejections: Pick<CredentialRejections, 'heard'>;
  /** An answer came, whatever it is. */
  readonly onOutcome: (claimed: Claimed, outcome: Outcome) => void;
  /** What the answer says beside the document's own outcome could not be kept. */
  readonly onError: (error: unknown) => void;
}

/**
 * One call to the authority, with the credential that serves this document.
 * @throws FailureError `not-onboarded`
 */
export function createSendDocument(options: SendDocumentOptions): (claimed: Claimed) => Promise<Outcome> {
  const { gateway, keyRing, rejections, onOutcome, onError } = options;

  return async function send(claimed: Claimed): Promise<Outcome> {
    const sender = () => keyRing.senderOf(claimed.issuedAt) ?? fail('not-onboarded');
    const held = sender();
    const outcome = await (claimed.mode === 'clearance'
      ? gateway.clear(held.pair, claimed)
      : gateway.report(held.pair, claimed));
    // What it says of the credential must not keep the document's own outcome.
    try {
      onOutcome(claimed, outcome);
      rejections.heard(held, outcome.kind);
      await keyRing.heard(held, outcome);
    } catch (error) {
      onError(error);
    }
    // The rejected credential may have been replaced meanwhile, or because of it: then the current one is tried.
    const isOver = outcome.kind === 'credential-refused' && sender().pair.csid !== held.pair.csid;
    return isOver ? send(claimed) : outcome;
  };
}
