import type { Company } from '../../shared/company.ts';
import type { CredentialView } from '../../shared/contract/credentials.ts';
import type { OnboardingStep } from '../../shared/contract/terminal.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Sale } from '../../shared/sale.ts';
import type { Environment as EnvironmentName } from '../../shared/status.ts';
import type { Credentials } from '../credential/credentials.ts';
import type { GatewayProfile } from '../gateway/profile.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Monitor } from '../monitor/monitor.ts';
import type { Network } from '../network/network.ts';
import type { Receipts } from '../receipt/receipts.ts';
import type { Submitter } from '../submission/submitter.ts';
import type { LockableVault } from '../vault/lockable-vault.ts';
import type { DailyBackups } from './backups.ts';
import type { GuardedIntegrations } from './guarded-integrations.ts';
import type { KnownTime } from './known-time.ts';

/*
 * One environment: its address, its credential pairs, its ledger and its vault. They are opened together, and nothing
 * of one ever reaches another.
 */

export interface OpenEnvironment {
  readonly network: Network;
  readonly environment: EnvironmentName;
  readonly ledger: Ledger;
  readonly submitter: Submitter;
  readonly credentials: Credentials;
  readonly vault: LockableVault;
  readonly profile: GatewayProfile;
  readonly integrations: Pick<GuardedIntegrations, 'opened' | 'reopen'>;
  /** What its customers are handed. */
  readonly receipts: Receipts;
  readonly backups: DailyBackups;
  /** What is wrong now, and how long what waits will take. */
  readonly monitor: Pick<Monitor, 'current' | 'forecast'>;
  /** Where its gateway is. */
  readonly address: string;
  /** undefined until somebody said who sells here. */
  company(): Company | undefined;
  credentialView(): CredentialView;
  /** The way to the first credential, step by step; empty when there is nothing to tell. */
  onboarding(): OnboardingStep[];
  /**
   * Seals a sale and has it sent.
   * @param replaces uuid of the rejected document that this one stands for
   * @throws FailureError
   */
  issue(sale: Sale, replaces?: string): LedgerEntry;
  /** Why it cannot sell; undefined while it can, or when nobody knows yet. */
  readonly unready: Failure | undefined;
  /** Resolves when sales can be issued, or the environment waits for a person; rejects with why it cannot. */
  ready(): Promise<void>;
  /** No other process leads this folder: only here may the credential change. */
  readonly isLeader: boolean;
  /** Tries again what stood in the way of `ready`. @throws FailureError as `ready` rejects */
  getReady(passphrase?: string): Promise<void>;
  /**
   * A manager says that this machine and folder are the ledger's place from now on, and that no other copy of it will
   * ever issue again. @throws FailureError `ledger-old`, `ledger-forked`
   */
  adoptPlace(actor: string): Promise<void>;
  /** A manager says, after `counter-used`, that no other copy of this ledger issues. */
  resumeIssuing(actor: string): void;
  /** What a person says of the clock. */
  readonly knownTime: Pick<KnownTime, 'confirm' | 'correct'>;
  close(): Promise<void>;
}
