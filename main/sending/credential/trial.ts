import type { Clock } from '../../base/platform/clock.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { type ActiveCredential, isOnTrial, type ServingCredentials } from './serving-credentials.ts';

/**
 * The first answers to a new credential: accepted, rejected and tried again, or abandoned for the previous one.
 * @param onMoved called when the newest credential was accepted, or rejected again
 */
export function createTrial(
  { credentials, audit }: Pick<Ledger, 'credentials' | 'audit'>,
  serving: ServingCredentials,
  clock: Clock,
  onMoved: () => void,
) {
  /** Calls that were sent together count as one trial. */
  function reject(newest: ActiveCredential): void {
    const at = clock.now();
    if (serving.replaced.length === 0 || (isOnTrial(newest) && at < serving.nextTrialAt(newest))) return;
    credentials.reject(newest.credential.id, at);
    const rejections = newest.credential.rejections + 1;
    serving.newest = { ...newest, credential: { ...newest.credential, rejections, rejectedAt: at } };
    const { serial } = newest.certificate;
    audit.write({ at, actor: 'terminal', action: 'credential.rejected', detail: { serial, rejections } });
    onMoved();
  }

  function accept(newest: ActiveCredential): void {
    const provedAt = clock.now();
    credentials.prove(newest.credential.id, provedAt);
    serving.newest = { ...newest, credential: { ...newest.credential, provedAt } };
    onMoved();
  }

  return {
    /** Notes an answer to the newest credential; after the first acceptance, answers change nothing. */
    note(isRefused: boolean) {
      const { newest } = serving;
      if (newest === undefined || newest.credential.provedAt !== undefined) return;
      if (isRefused) reject(newest);
      else accept(newest);
    },
    /** Puts the previous credential in force for good, in a new row. */
    restore({ credential, certificate: { serial } }: ActiveCredential) {
      const at = clock.now();
      const { stage, csid, requestId, certificate, vaultKey, keyName, flowId, state } = credential;
      credentials.save(
        { stage, csid, requestId, certificate, vaultKey, keyName, flowId, state, issuedAt: at },
        at,
      );
      credentials.end(credential.id, 'superseded', at);
      audit.write({ at, actor: 'terminal', action: 'credential.restored', detail: { serial } });
    },
  };
}
