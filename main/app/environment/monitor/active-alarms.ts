import type { Alarm } from '../../../../shared/alarm.ts';
import type { Environment } from '../../../../shared/status.ts';
import { certificateTone } from '../../../../shared/values/certificate-tone.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import type { Submitter } from '../../../sending/submission/submitter.ts';

/**
 * The alarms that last as long as their cause: parked and rejected documents, a stopped queue, refused credentials, a
 * certificate that ends.
 */
export function activeAlarms(
  environment: Environment,
  { ledger, submitter, certificateEnd }: AlarmSources,
  now: number,
): Alarm[] {
  const alarms: Alarm[] = [];
  const { waiting, parked } = ledger.search.counts();
  const { pauseReason } = submitter;
  if (pauseReason === 'credential' || pauseReason === 'request')
    alarms.push({ kind: 'paused', level: 'red', count: waiting, why: pauseReason });
  if (parked > 0) alarms.push({ kind: 'parked', level: 'red', count: parked });
  const refused = ledger.documents.uncorrected();
  if (refused > 0) alarms.push({ kind: 'refused', level: 'red', count: refused });
  alarms.push(...certificateAlarms(certificateEnd?.(), now));
  const rejections = risingRejections(ledger, now);
  if (environment === 'production' && rejections > 0)
    alarms.push({ kind: 'refusals', level: 'red', count: rejections });
  return alarms;
}

export interface AlarmSources {
  readonly ledger: Pick<Ledger, 'search' | 'credentialRejections'> & {
    readonly documents: Pick<Ledger['documents'], 'uncorrected'>;
  };
  readonly submitter: Pick<Submitter, 'pauseReason'>;
  /** Returns the end of the certificate in force, in milliseconds since 1970. */
  readonly certificateEnd?: (() => number | undefined) | undefined;
}

function certificateAlarms(end: number | undefined, now: number): Alarm[] {
  if (end === undefined) return [];
  const count = Math.max(0, Math.floor((end - now) / (24 * hour)));
  const tone = certificateTone(count);
  return tone === 'good' ? [] : [{ kind: 'certificate', level: tone, count }];
}

const hour = 3_600_000;
/** The number of rejections that is reported: one or two may be a coincidence. */
const worthTelling = 3;

/**
 * Returns the rejections of the last hour if they are more than twice the hourly average of the previous day; otherwise
 * 0. A rising count points to an expired certificate or a changed secret (specification, Errors, 2).
 */
function risingRejections(
  { credentialRejections }: Pick<Ledger, 'credentialRejections'>,
  now: number,
): number {
  const lately = credentialRejections.countSince(now - hour);
  const before = credentialRejections.countSince(now - 24 * hour, now - hour) / 23;
  return lately >= worthTelling && lately > 2 * before ? lately : 0;
}
