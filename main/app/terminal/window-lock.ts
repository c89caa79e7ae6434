import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import type { Shell } from '../../base/platform/system/shell.ts';

/** No person can sign in before the vault is open, or if its list of people is lost. */
const canSignIn = ({ vault, people }: Pick<TerminalStatus, 'vault' | 'people'>) =>
  vault === 'open' && people !== 'lost';

/** Keeps the window unlocked while nobody could leave it: a person may need the rest of the system. */
export function createWindowLock(shell: Shell) {
  let isWanted = false;
  /** False until a status shows that somebody can leave the window. */
  let isLeavable = false;
  const apply = () => shell.lock(isWanted && isLeavable);
  return {
    /** Locks the window when asked, or as soon as somebody can sign in. */
    shell: {
      autostart: shell.autostart,
      textSize: shell.textSize,
      isLocked: shell.isLocked,
      chooseFolder: shell.chooseFolder,
      lock(next: boolean) {
        isWanted = next;
        apply();
      },
    },
    follow(status: Pick<TerminalStatus, 'vault' | 'people'>) {
      const next = canSignIn(status);
      if (next === isLeavable) return;
      isLeavable = next;
      apply();
    },
  };
}

/** The window's lock, for which somebody must be able to sign in and leave it. */
export type WindowLock = ReturnType<typeof createWindowLock>;
