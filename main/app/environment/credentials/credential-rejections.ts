import { type RejectionCause, rejectionCauses } from '../../../../shared/contract/terminal/credentials.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import type { RefusedCredential } from '../../../gateway/observe.ts';
import type { OutcomeKind } from '../../../gateway/outcome.ts';
import type { KeyRing } from '../../../sending/credential/key-ring.ts';
import type { ActiveCredential } from '../../../sending/credential/serving-credentials.ts';
import { rejectionCause } from './rejection-cause.ts';

const day = 24 * 60 * 60 * 1000;

/** Keeps the 401 and 403 answers of one environment as rows, each with the cause that can be found here. */
export function createCredentialRejections(options: {
  readonly ledger: Pick<Ledger, 'credentialRejections'>;
  readonly keyRing: Pick<KeyRing, 'inForce' | 'byCsid'>;
  /** The certificate template of this environment. */
  readonly template: string;
  readonly clock: Clock;
}) {
  const { ledger, keyRing, template, clock } = options;

  function causeOf(httpStatus: number, used: ActiveCredential | undefined): RejectionCause {
    if (used === undefined) return httpStatus === 403 ? 'not-permitted' : 'pair-revoked';
    return rejectionCause(httpStatus, used, { template, now: clock.now() });
  }

  return {
    note({ csid, ...refused }: RefusedCredential) {
      const used = csid === undefined ? undefined : keyRing.byCsid(csid);
      const cause = causeOf(refused.httpStatus, used);
      ledger.credentialRejections.note({ ...refused, cause, credentialId: used?.credential.id });
    },
    /** Notes the outcome of a submission with this credential: an accepted one ends a series of rejections. */
    noteOutcome({ credential }: ActiveCredential, outcome: OutcomeKind) {
      if (outcome !== 'credential-refused' && outcome !== 'unknown')
        ledger.credentialRejections.letIn(credential.id, clock.now());
    },
    view() {
      const now = clock.now();
      const inForce = keyRing.inForce();
      const last = ledger.credentialRejections.latestSince(now - day);
      const knownCause = rejectionCauses.find((cause) => cause === last?.cause);
      return {
        lastDay: ledger.credentialRejections.countSince(now - day),
        inARow: inForce === undefined ? 0 : ledger.credentialRejections.inARow(inForce.credential.id),
        ...(last && {
          last: {
            at: new Date(last.at).toISOString(),
            httpStatus: last.httpStatus,
            code: last.code,
            message: last.message,
            // A newer version may have noted a cause that is unknown here.
            cause: knownCause ?? causeOf(last.httpStatus, inForce),
          },
        }),
      };
    },
  };
}

export type CredentialRejections = ReturnType<typeof createCredentialRejections>;
