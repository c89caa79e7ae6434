import { fail } from '../../../shared/failure.ts';
import type { Claimed } from '../../books/ledger/documents/submission.ts';
import type { Gateway } from '../../gateway/client.ts';
import type { Outcome } from '../../gateway/outcome.ts';
import type { KeyRing } from '../../sending/credential/key-ring.ts';
import type { CredentialRejections } from './credentials/credential-rejections.ts';

export interface SendDocumentOptions {
  readonly gateway: Pick<Gateway, 'clear' | 'report'>;
  readonly keyRing: Pick<KeyRing, 'forDocument' | 'noteOutcome' | 'upToDate'>;
  readonly rejections: Pick<CredentialRejections, 'noteOutcome'>;
  /** Called when an answer of any kind came. */
  readonly onOutcome: (claimed: Claimed, outcome: Outcome) => void;
  /** Called when the rest of an answer, besides the document's own outcome, could not be noted. */
  readonly onError: (error: unknown) => void;
}

/** Returns the function that sends a document with the right credential. @throws FailureError `not-onboarded` */
export function createSendDocument(options: SendDocumentOptions): (claimed: Claimed) => Promise<Outcome> {
  const { gateway, keyRing, rejections, onOutcome, onError } = options;

  return async function send(claimed: Claimed): Promise<Outcome> {
    const current = async () => {
      await keyRing.upToDate();
      return keyRing.forDocument(claimed.issuedAt) ?? fail('not-onboarded');
    };
    const used = await current();
    const outcome = await (claimed.mode === 'clearance'
      ? gateway.clear(used.pair, claimed)
      : gateway.report(used.pair, claimed));
    // A failure to note the answer about the credential must not lose the document's own outcome.
    try {
      onOutcome(claimed, outcome);
      rejections.noteOutcome(used, outcome.kind);
      await keyRing.noteOutcome(used, outcome);
    } catch (error) {
      onError(error);
    }
    // The rejected credential may have been replaced meanwhile, perhaps because of this rejection; then the current one
    // is tried.
    const isReplaced =
      outcome.kind === 'credential-refused' && (await current()).pair.csid !== used.pair.csid;
    return isReplaced ? send(claimed) : outcome;
  };
}
