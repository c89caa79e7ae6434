import type { Failure } from '../../shared/failure.ts';
import type { TillStatus } from '../../shared/fleet/till-status.ts';
import type { EnvironmentContext } from './context.ts';
import type { OpenEnvironment } from './environment.ts';
import type { Monitor } from './monitor/monitor.ts';

/** The parts of an environment that know its state. */
interface Known extends Pick<OpenEnvironment, 'credentials' | 'submitter'> {
  readonly monitor: Pick<Monitor, 'current' | 'skewMs'>;
  unready(): Failure | undefined;
}

/** Returns a function that makes the till's status for the head office, from the facts that its own screens show. */
export function tillStatusOf(
  { ledger, clock, version, environment }: EnvironmentContext,
  { credentials, submitter, monitor, unready }: Known,
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
      alarms: monitor.current().map(({ kind, level }) => ({ kind, level })),
    };
  };
}
