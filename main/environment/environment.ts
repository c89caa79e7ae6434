import type { Alarm } from '../../shared/alarm.ts';
import type { Company } from '../../shared/company.ts';
import type { CredentialView } from '../../shared/contract/credentials.ts';
import type { OnboardingStep } from '../../shared/contract/terminal.ts';
import type { Backups } from '../../shared/contract/upkeep.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Sale } from '../../shared/sale.ts';
import type { Environment as EnvironmentName } from '../../shared/status.ts';
import type { Clock } from '../clock.ts';
import type { Credentials } from '../credential/credentials.ts';
import type { GatewayProfile } from '../gateway/profile.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Logger } from '../log.ts';
import type { Receipts } from '../receipt/receipts.ts';
import type { Faults } from '../sandbox/faults.ts';
import type { Submitter } from '../submission/submitter.ts';
import type { VaultDoor } from '../vault/vault-door.ts';
import type { Watch } from '../watch/watch.ts';
import type { DailyBackups } from './backups.ts';
import type { GuardedIntegrations } from './guarded-integrations.ts';

/*
 * One environment: its address, its credential pairs, its ledger and its vault. They are opened together, and nothing
 * of one ever reaches another.
 */

export interface EnvironmentOptions {
  readonly environment: EnvironmentName;
  /** Of this environment alone. */
  readonly folder: string;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly log: Logger;
  readonly vault: VaultDoor;
  /** Of the training sandbox. */
  readonly faults?: Faults | undefined;
  /** A document was issued, or its submission moved. */
  readonly onInvoice: (entry: LedgerEntry) => void;
  /** The credential or the way to it moved. */
  readonly onCredential: () => void;
  /** Something a person must know has come up. */
  readonly onAlarm: (alarm: Alarm) => void;
  /** Which apps wait for a person's answer may be others now. */
  readonly onApprovals: () => void;
  /** The alarms of the moment are others than before. */
  readonly onAlarmsChange: () => void;
  readonly onBackups: (backups: Backups) => void;
  /** Of the program: what an older one could not send may go with this one. */
  readonly version: string;
}

export interface OpenEnvironment {
  readonly environment: EnvironmentName;
  readonly ledger: Ledger;
  readonly submitter: Submitter;
  readonly credentials: Credentials;
  readonly vault: VaultDoor;
  readonly profile: GatewayProfile;
  readonly integrations: Pick<GuardedIntegrations, 'handlers'>;
  /** What its customers are handed. */
  readonly receipts: Receipts;
  readonly backups: DailyBackups;
  /** What is wrong now, and how long what waits will take. */
  readonly watch: Pick<Watch, 'current' | 'forecast'>;
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
  readonly isLead: boolean;
  /** Tries again what stood in the way of `ready`. @throws FailureError as `ready` rejects */
  getReady(passphrase?: string): Promise<void>;
  /**
   * A manager says that this machine and folder are the ledger's place from now on, and that no other copy of it will
   * ever issue again. @throws FailureError `ledger-old`, `ledger-forked`
   */
  adoptPlace(actor: string): Promise<void>;
  close(): Promise<void>;
}
