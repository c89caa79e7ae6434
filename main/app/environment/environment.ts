import type { Company } from '../../../shared/company.ts';
import type { CredentialView } from '../../../shared/contract/terminal/credentials.ts';
import type { OnboardingStep } from '../../../shared/contract/terminal/terminal.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { HandOverRule } from '../../../shared/hand-over.ts';
import type { Environment as EnvironmentName } from '../../../shared/status.ts';
import type { Network } from '../../base/network/network.ts';
import type { LockableVault } from '../../base/vault/lockable-vault.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { GatewayProfile } from '../../gateway/profile.ts';
import type { Membership } from '../../link/feed/membership.ts';
import type { Credentials } from '../../sending/credential/credentials.ts';
import type { Submitter } from '../../sending/submission/submitter.ts';
import type { Months } from '../../till/accountant/months.ts';
import type { CardQuestions } from '../../till/devices/card/card-questions.ts';
import type { TillCardTerminal } from '../../till/devices/card/till-card-terminal.ts';
import type { TillIssuer } from '../../till/issue/issuer.ts';
import type { Receipts } from '../../till/receipts/receipts.ts';
import type { Drawer } from '../../till/shift/drawer.ts';
import type { BackupReader } from './backups/backup-reader.ts';
import type { DailyBackups } from './backups/backups.ts';
import type { GuardedIntegrations } from './guarded-integrations.ts';
import type { KnownTime } from './guards/known-time.ts';
import type { Monitor } from './monitor/monitor.ts';
import type { Practice } from './practice.ts';
import type { SandboxAddress } from './sandbox-address.ts';

/*
 * One environment with its address, credential pairs, ledger and vault. They are opened together and never touch those
 * of another environment.
 */

export interface OpenEnvironment {
  readonly issuer: TillIssuer;
  readonly network: Network;
  readonly membership: Membership;
  readonly environment: EnvironmentName;
  readonly ledger: Ledger;
  readonly drawer: Drawer;
  /** The payments at the card terminal, and the card terminal itself. */
  readonly cardQuestions: CardQuestions;
  readonly cardTerminal: TillCardTerminal;
  readonly submitter: Submitter;
  readonly credentials: Credentials;
  readonly vault: LockableVault;
  readonly profile: GatewayProfile;
  readonly integrations: Pick<GuardedIntegrations, 'opened' | 'reopen'>;
  /** The shop's interpretation of the rule for uncleared invoices. */
  handOver(): HandOverRule;
  readonly receipts: Receipts;
  readonly backups: DailyBackups;
  readonly backupReader: BackupReader;
  readonly months: Pick<Months, 'view' | 'make' | 'cancel' | 'drop'>;
  /** Faults on request; only in training. */
  readonly practice: Practice | undefined;
  /** The address of the training sandbox; only in training. */
  readonly sandbox: Pick<SandboxAddress, 'view' | 'setPort'> | undefined;
  readonly monitor: Pick<Monitor, 'current' | 'forecast'>;
  readonly address: string;
  /** True when the policy sets the address, which then cannot be changed here. */
  readonly isAddressByPolicy: boolean;
  /** undefined until the company was entered. */
  company(): Company | undefined;
  credentialView(): CredentialView;
  /** The steps to the first credential; empty when there is nothing to show. */
  onboarding(): OnboardingStep[];
  /** The failure with which its ledger could not be opened, see `EnvironmentOptions`. */
  readonly broken: Failure | undefined;
  /** The reason why it cannot sell; undefined while it can, or before that is known. */
  readonly unready: Failure | undefined;
  /**
   * Resolves when sales can be issued, or the environment waits for a person; rejects with the reason why it cannot.
   */
  ready(): Promise<void>;
  /** True when no other process leads this folder: only then may the credential change. */
  readonly isLeader: boolean;
  /** Returns true while another process has its ledger open to sell or send. */
  hasOthers(): boolean;
  /**
   * Repeats the step that made `ready` reject.
   * @throws FailureError as `ready` rejects
   */
  getReady(passphrase?: string): Promise<void>;
  /**
   * Notes a manager's confirmation that this machine and folder are the ledger's place, and that no other copy of it
   * will ever issue again.
   * @throws FailureError `ledger-old`, `ledger-forked`
   */
  adoptPlace(actor: string): Promise<void>;
  /** Takes note of a command's failure: if a damaged ledger may have caused it, the file is checked. */
  noteFailure(failure: Failure): void;
  /** Checks the file of its ledger; if it is damaged, nothing is issued from then on. */
  checkDamage(): Promise<void>;
  /** Notes a manager's confirmation, after `counter-used`, that no other copy of this ledger issues documents. */
  resumeIssuing(actor: string): void;
  readonly knownTime: Pick<KnownTime, 'confirm' | 'correct'>;
  close(): Promise<void>;
}
