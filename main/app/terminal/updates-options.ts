import type { Installer } from '../updates/installer.ts';
import type { TrustedKey } from '../updates/signature.ts';

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
