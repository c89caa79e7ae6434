import type { SafeModeReason } from '../../../shared/alarm.ts';
import type { Environment as EnvironmentName } from '../../../shared/status.ts';
import type { ResolveProxy } from '../../base/network/system-proxy.ts';
import type { Stays } from '../../base/platform/all-users/choose-data-folder.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Shell } from '../../base/platform/system/shell.ts';
import type { ReceiptPrinter } from '../../document/paper/printer.ts';
import type { Faults } from '../../sandbox/faults/faults.ts';
import type { DrawPage } from '../../till/devices/till-printer.ts';
import type { ClockKeeping } from '../diagnosis/go-live/keeps-clock.ts';
import type { EnvironmentOptions } from '../environment/options.ts';
import type { Installer } from '../updates/installer.ts';
import type { TrustedKey } from '../updates/signature.ts';
import type { VaultsOptions } from './environment-vaults.ts';

/** The means by which an entry point lets the program be updated. */
export interface TerminalUpdatesOptions {
  /** The installer; omitted if the program cannot be replaced. */
  readonly installer?: Installer | undefined;
  /** True if a person updates by a command, so nothing happens automatically. */
  readonly isByHand?: boolean;
  /** Ends the program, and finishes an installation once the terminal is closed. */
  readonly end: (finish: () => void) => void;
  /** The keys that are trusted; by default the program's own. */
  readonly keys?: readonly TrustedKey[] | undefined;
  /** Called before each step of an installation. */
  readonly onStep?: ((step: string) => void) | undefined;
}

export interface TerminalOptions extends Omit<VaultsOptions, 'identity' | 'isForAllUsers'> {
  /** The data folder, which holds everything the terminal keeps; made if it does not exist. */
  readonly folder: string;
  /** The folder of this user on this machine, never inside `folder`; the platform's own place for it by default. */
  readonly stateFolder?: string;
  readonly version: string;
  /** The environment to put on the screen; by default production if it has begun, otherwise the one chosen last. */
  readonly environment?: EnvironmentName | undefined;
  /** The reason why this user's own folder is in use although there is one for all users, for the log. */
  readonly staysOwn?: Stays | undefined;
  /** True when nothing but training may be opened: for an entry point that anybody at this machine may use. */
  readonly trainingOnly?: boolean;
  /**
   * True to open an environment without its ledger if that is damaged, so that a manager can restore it. If omitted,
   * opening fails: a command must not work on an empty ledger.
   */
  readonly opensBroken?: boolean;
  /** The reason for safe mode, in which devices, other programs and the head office's feed rest. */
  readonly safeMode?: SafeModeReason | undefined;
  /** The crash after which the program restarted by itself, for the log. */
  readonly stoppedBefore?:
    | { readonly cause: string; readonly at: number; readonly stack?: string | undefined }
    | undefined;
  readonly clock?: Clock;
  /** Returns a number evenly from [0, 1). */
  readonly random?: () => number;
  readonly fetch?: typeof globalThis.fetch;
  /** The machine's network policy; the system's own place for it by default. */
  readonly policyFile?: string;
  /** The system's proxies, if the entry point can ask for them. */
  readonly resolveProxy?: ResolveProxy;
  readonly sends?: EnvironmentOptions['sends'];
  readonly faults?: Faults;
  /** The system's printers; omitted if the entry point has none, and then the page prints its receipts. */
  readonly printer?: ReceiptPrinter;
  /** The options for updates; omitted if the program cannot be replaced by a newer version. */
  readonly updates?: TerminalUpdatesOptions | undefined;
  /** The file with the licences of a package; omitted if the program was not started from one. */
  readonly licencesFile?: string;
  /** The window and the start of the program; omitted if the entry point has no window of its own. */
  readonly shell?: Shell;
  /** Draws pages for printers that are not the system's; omitted if the entry point has no window. */
  readonly drawPage?: DrawPage;
  /** Finds out if the system synchronizes its clock; by default the system is asked. */
  readonly keepsClock?: () => Promise<ClockKeeping>;
}
