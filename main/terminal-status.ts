import type { TerminalStatus } from '../shared/contract/terminal.ts';
import type { Clock } from './clock.ts';
import type { OpenEnvironment } from './environment/environment.ts';

/** What the bar of every screen is drawn from, the parts that are of one environment. */
export type EnvironmentStatus = Omit<TerminalStatus, 'role' | 'person' | 'version'>;

export function statusOf(
  { environment, ledger, credentials, submitter, vault, company, watch, unready }: OpenEnvironment,
  clock: Pick<Clock, 'now'>,
): EnvironmentStatus {
  const certificate = credentials.certificate();
  const { nearestDeadline, ...counts } = ledger.counts();
  const seller = company();
  return {
    environment,
    vault: vault.isOpen || vault.failure === undefined ? 'open' : lockedOr(vault.failure.code),
    ...(seller && {
      company: {
        name: seller.name,
        vatNumber: seller.vatNumber,
        unit: seller.certificate.organizationUnit,
        address: seller.certificate.address,
      },
    }),
    credential: credentials.state(),
    ...(certificate && {
      certificate: {
        subject: certificate.subject,
        issuer: certificate.issuer,
        validFrom: new Date(certificate.validFrom).toISOString(),
        validTo: new Date(certificate.validTo).toISOString(),
      },
    }),
    connection: submitter.connection,
    unready,
    alarms: watch.current(),
    forecast: watch.forecast(),
    ...counts,
    ...(nearestDeadline !== undefined && { nearestDeadline: new Date(nearestDeadline).toISOString() }),
    now: new Date(clock.now()).toISOString(),
  };
}

const lockedOr = (code: string) => (code === 'vault-locked' ? 'locked' : 'unavailable');
