import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import type { Shell } from '../../base/platform/system/shell.ts';

/** The window's lock, for which somebody must be able to sign in and leave it. */
export interface WindowLock {
  /** Locks the window when asked, or as soon as somebody can sign in. */
  readonly shell: Shell;
  follow(status: Pick<TerminalStatus, 'vault' | 'people'>): void;
}

/** No person can sign in before the vault is open, or if its list of people is lost. */
const canSignIn = ({ vault, people }: Pick<TerminalStatus, 'vault' | 'people'>) =>
  vault === 'open' && people !== 'lost';

/** Keeps the window unlocked while nobody could leave it: a person may need the rest of the system. */
export function createWindowLock(shell: Shell): WindowLock {
  let isWanted = false;
  /** False until a status shows that somebody can leave the window. */
  let isLeavable = false;
  const apply = () => shell.lock(isWanted && isLeavable);
  return {
    shell: {
      autostart: shell.autostart,
      textSize: shell.textSize,
      isLocked: shell.isLocked,
      chooseFolder: shell.chooseFolder,
      lock(next) {
        isWanted = next;
        apply();
      },
    },
    follow(status) {
      const next = canSignIn(status);
      if (next === isLeavable) return;
      isLeavable = next;
      apply();
    },
  };
}
