import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import { cashRounding } from '../../../shared/stored/settings/environment.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { LockableVault } from '../../base/vault/lockable-vault.ts';
import { certifiedCustomers } from '../../sending/credential/certified-customers.ts';
import type { PeopleGuard } from '../../till/people/people-guard.ts';
import type { OpenEnvironment } from '../environment/environment.ts';

/** The parts of one environment from which the status bar of every screen is made. */
export type EnvironmentStatus = Omit<
  TerminalStatus,
  'role' | 'person' | 'language' | 'people' | 'canRecoverPeople' | 'version' | 'sampleShop'
>;

export function statusOf(
  {
    environment,
    ledger,
    credentials,
    submitter,
    vault,
    company,
    monitor,
    unready,
    handOver,
  }: OpenEnvironment,
  clock: Pick<Clock, 'now'>,
): EnvironmentStatus {
  const certificate = credentials.certificate();
  const { nearestDeadline, ...counts } = ledger.search.counts();
  const seller = company();
  const coin = ledger.settings.read(cashRounding);
  return {
    environment,
    vault: vaultStatus(vault),
    ...(seller && {
      company: {
        name: seller.name,
        vatNumber: seller.vatNumber,
        unit: seller.certificate.organizationUnit,
        address: seller.certificate.address,
      },
    }),
    credential: credentials.state(),
    customers: certifiedCustomers(credentials.certificate()),
    ...(coin !== undefined && { cashRounding: coin }),
    ...(certificate && {
      certificate: {
        subject: certificate.subject,
        issuer: certificate.issuer,
        validFrom: new Date(certificate.validFrom).toISOString(),
        validTo: new Date(certificate.validTo).toISOString(),
      },
    }),
    connection: submitter.connection,
    ...(submitter.pausedUntil !== undefined && { nextTry: new Date(submitter.pausedUntil).toISOString() }),
    handOver: handOver(),
    unready,
    alarms: monitor.needs(),
    forecast: monitor.forecast(),
    ...counts,
    ...(nearestDeadline !== undefined && { nearestDeadline: new Date(nearestDeadline).toISOString() }),
    now: new Date(clock.now()).toISOString(),
  };
}

export interface PeopleStatusOptions {
  readonly guard: Pick<PeopleGuard, 'state' | 'failure'>;
  /** The environment whose vault keeps the people. */
  readonly keeper: Pick<OpenEnvironment, 'vault'> | undefined;
}

/** Returns the part of the status that concerns people. */
export function peopleStatus({ guard, keeper }: PeopleStatusOptions) {
  return {
    people: guard.state,
    ...(guard.state === 'lost' && keeper?.vault.kind === 'passphrase' && { canRecoverPeople: true as const }),
    // This applies to every environment on the screen, because nobody can sign in before this vault is open.
    ...(guard.state === 'locked' && keeper && { vault: keeperStatus(guard.failure, keeper.vault) }),
  } satisfies Partial<TerminalStatus>;
}

/** An open vault that cannot be read or written does not identify the people, and counts as missing. */
const keeperStatus = (failure: PeopleGuard['failure'], vault: LockableVault): TerminalStatus['vault'] =>
  vault.isOpen && failure !== undefined ? 'unavailable' : vaultStatus(vault);

const vaultStatus = ({
  isOpen,
  failure,
}: Pick<LockableVault, 'isOpen' | 'failure'>): TerminalStatus['vault'] =>
  isOpen || failure === undefined ? 'open' : failure.code === 'vault-locked' ? 'locked' : 'unavailable';
