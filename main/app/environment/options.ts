import type { Alarm, SafeModeReason } from '../../../shared/alarm.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { HandOverRule } from '../../../shared/hand-over.ts';
import type { Environment as EnvironmentName } from '../../../shared/status.ts';
import type { Limits } from '../../../shared/values/limits.ts';
import type { Language } from '../../../shared/words/index.ts';
import type { ResolveProxy } from '../../base/network/system-proxy.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Logger } from '../../base/platform/log.ts';
import type { Policy } from '../../base/platform/policy/read-policy.ts';
import type { LockableVault } from '../../base/vault/lockable-vault.ts';
import type { CommandOrder } from '../../link/orders/carry-out.ts';
import type { Faults } from '../../sandbox/faults/faults.ts';
import type { CardTerminalKind } from '../../till/devices/card/till-card-terminal.ts';
import type { EnvironmentEvents } from './events.ts';

export interface EnvironmentOptions {
  readonly environment: EnvironmentName;
  /** The folder of this environment only. */
  readonly folder: string;
  /** The folder of this user on this machine, outside the data folder. */
  readonly stateFolder: string;
  readonly clock: Clock;
  /** Returns a number evenly from [0, 1). */
  readonly random: () => number;
  readonly fetch: typeof globalThis.fetch;
  readonly policy: Policy;
  /** The reason for safe mode; in safe mode, other programs are not served and the head office's feed rests. */
  readonly safeMode?: SafeModeReason | undefined;
  /** The system's proxies, if the program's window can ask for them. */
  readonly resolveProxy?: ResolveProxy | undefined;
  readonly log: Logger;
  readonly vault: LockableVault;
  /** The language of its people; the authority is asked for its messages in it. */
  readonly language: () => Language;
  /** Carries out orders of the head office that correspond to a person's commands; by default none are carried out. */
  readonly carryOut?:
    | ((environment: EnvironmentName, order: CommandOrder) => Promise<string | undefined>)
    | undefined;
  readonly faults?: Faults | undefined;
  /**
   * The failure with which the ledger could not be opened. An empty ledger in memory then replaces it, so that a
   * manager can sign in and restore a backup. Nothing is issued from it or stored in it.
   */
  readonly broken?: Failure | undefined;
  /** The events of this environment; a listener added before the environment is opened misses none. */
  readonly events: EnvironmentEvents;
  /** Returns the shop's interpretation of the rule for uncleared invoices; the profile's by default. */
  readonly handOver?: (() => HandOverRule) | undefined;
  /** Returns whether a person of this name is a manager here; undefined while the people are not known. */
  readonly isManager?: ((name: string) => boolean | undefined) | undefined;
  /** Returns true while a cashier is on the list of people; by default there is none. */
  readonly hasCashier?: (() => boolean) | undefined;
  /** Returns what cashiers may do without a manager. */
  readonly limits?: (() => Limits) | undefined;
  /** Returns the alarms of the machine, if this environment is the one that shows them. */
  readonly machineAlarms?: (() => readonly Alarm[]) | undefined;
  /** Returns the card terminal that the settings name; none by default. */
  readonly cardTerminal?: (() => CardTerminalKind) | undefined;
  /**
   * The documents that this program sends. all: everything that waits, even if its next attempt is due later; the usual
   * choice, for a till that was off · due: only documents whose time has come · nothing: for a command with another
   * purpose, which ends at once.
   */
  readonly sends?: 'all' | 'due' | 'nothing' | undefined;
  /** The version of the program: a newer one may be able to send documents that an older one could not. */
  readonly version: string;
}
