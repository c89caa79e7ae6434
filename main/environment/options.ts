import type { SafeModeReason } from '../../shared/alarm.ts';
import type { Failure } from '../../shared/failure.ts';
import type { HandOverRule } from '../../shared/hand-over.ts';
import type { Environment as EnvironmentName } from '../../shared/status.ts';
import type { Language } from '../../shared/words/index.ts';
import type { CardTerminalKind } from '../devices/card/till-card-terminal.ts';
import type { CommandOrder } from '../fleet/orders/carry-out.ts';
import type { ResolveProxy } from '../network/system-proxy.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import type { Policy } from '../platform/policy/read-policy.ts';
import type { Faults } from '../sandbox/faults.ts';
import type { LockableVault } from '../vault/lockable-vault.ts';
import type { EnvironmentEvents } from './events.ts';

/** The options an environment is opened with. */
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
  /** The policy that the administrator of this machine set. */
  readonly policy: Policy;
  /** The reason for safe mode, in which other programs and the head office's feed rest. */
  readonly safeMode?: SafeModeReason | undefined;
  /** The system's proxies, if the program's window can ask for them. */
  readonly resolveProxy?: ResolveProxy | undefined;
  readonly log: Logger;
  readonly vault: LockableVault;
  /** The language of its people; the authority is asked for its messages in it. */
  readonly language: () => Language;
  /** Carries out orders of the head office that correspond to a person's commands; none by default. */
  readonly carryOut?:
    | ((environment: EnvironmentName, order: CommandOrder) => Promise<string | undefined>)
    | undefined;
  /** Faults for the training sandbox to simulate. */
  readonly faults?: Faults | undefined;
  /**
   * The failure with which the ledger could not be opened. An empty one in memory then takes its place, from which
   * nothing is issued and in which nothing is stored: a manager can sign in and restore a backup.
   */
  readonly broken?: Failure | undefined;
  /** The events of this environment; a listener added before the environment is opened misses none. */
  readonly events: EnvironmentEvents;
  /** Returns the shop's reading of the rule for uncleared invoices; the profile's by default. */
  readonly handOver?: (() => HandOverRule) | undefined;
  /** Returns the card terminal that the settings name; none by default. */
  readonly cardTerminal?: (() => CardTerminalKind) | undefined;
  /**
   * The documents that this program sends. all: everything that waits, whatever its time, as a till that was off does
   * at its start; the usual choice · due: documents whose time has come · nothing: for a command with another purpose,
   * which ends at once.
   */
  readonly sends?: 'all' | 'due' | 'nothing' | undefined;
  /** The version of the program: a newer one may be able to send documents that an older one could not. */
  readonly version: string;
}
