import type { TillStatus } from '../../../shared/office/wire/till-status.ts';
import type { EnvironmentContext } from './context.ts';
import type { EnvironmentParts } from './open/open-parts.ts';

/** Returns a function that makes the till's status for the head office, from the facts that its own screens show. */
export function tillStatusOf(
  { ledger, clock, version, environment }: EnvironmentContext,
  { checks: { unready }, submission: { credentials, submitter }, monitor }: EnvironmentParts,
): () => TillStatus {
  return () => {
    const { waiting, parked, rejected, nearestDeadline = null } = ledger.search.counts();
    const certificate = credentials.certificate();
    return {
      now: clock.now(),
      version,
      environment,
      unready: unready()?.code ?? null,
      waiting,
      parked,
      rejected,
      nearestDeadline,
      connection: submitter.connection,
      certificate: certificate
        ? { serial: certificate.serial, validFrom: certificate.validFrom, validTo: certificate.validTo }
        : null,
      skewMs: monitor.skewMs() ?? null,
      alarms: monitor.needs(),
    };
  };
}
