import type { Environment as EnvironmentName } from '../../shared/status.ts';
import type { ResolveProxy } from '../network/system-proxy.ts';
import type { Clock } from '../platform/clock.ts';
import type { ReceiptPrinter } from '../receipt/printer.ts';
import type { Faults } from '../sandbox/faults.ts';
import type { VaultsOptions } from './environment-vaults.ts';

export interface TerminalOptions extends Omit<VaultsOptions, 'identity'> {
  /** Holds everything the terminal keeps; made when it is not there. */
  readonly folder: string;
  /** Of this user on this machine, never inside `folder`; the platform's own place for it where left out. */
  readonly stateFolder?: string;
  readonly version: string;
  /** Which environment to put on the screen; the one chosen last, or production once it has begun, where left out. */
  readonly environment?: EnvironmentName | undefined;
  /** Nothing but training may be opened: for an entry point that anybody at this machine may use. */
  readonly trainingOnly?: boolean;
  readonly clock?: Clock;
  /** Evenly from [0, 1). */
  readonly random?: () => number;
  readonly fetch?: typeof globalThis.fetch;
  /** Of the machine; where the system's own is, where left out. */
  readonly policyFile?: string;
  /** The system's proxies, where the entry point can ask it. */
  readonly resolveProxy?: ResolveProxy;
  /** Of the training sandbox. */
  readonly faults?: Faults;
  /** Left out where the entry point has none: then the page prints its receipts. */
  readonly printer?: ReceiptPrinter;
}
