import type { CommandParsed } from '../../../../shared/contract/index.ts';
import { fail } from '../../../../shared/failure.ts';
import { kioskSetting } from '../../../../shared/stored/settings/terminal.ts';
import type { Policy } from '../policy/read-policy.ts';
import type { Settings } from '../settings.ts';
import type { Shell } from './shell.ts';

export interface StartupOptions {
  /** The part that controls the program's own window; omitted if there is none. */
  readonly shell: Shell | undefined;
  readonly settings: Settings;
  readonly policy: Pick<Policy, 'autostart'>;
}

/**
 * Sets how the program starts and fills the screen.
 * @throws FailureError `not-found` without a window, `set-by-policy`, `folder-unusable`
 */
export function setStartup(
  { autostart, kiosk, textSize }: CommandParsed<'startup.set'>,
  { shell, settings, policy }: StartupOptions,
): void {
  if (shell === undefined || (autostart !== undefined && shell.autostart === undefined)) fail('not-found');
  if (autostart !== undefined && policy.autostart !== undefined && autostart !== policy.autostart)
    fail('set-by-policy');
  if (kiosk !== undefined) {
    settings.write(kioskSetting, kiosk);
    shell.lock(kiosk);
  }
  if (textSize !== undefined) orUnusable(() => shell.textSize.set(textSize));
  if (autostart !== undefined) orUnusable(() => shell.autostart?.set(autostart));
}

/** Asks the system to store a choice. @throws FailureError `folder-unusable` when the system does not store it */
function orUnusable(keep: () => void): void {
  try {
    keep();
  } catch (cause) {
    const system = String((cause as NodeJS.ErrnoException).code);
    fail('folder-unusable', { detail: { system } }, cause);
  }
}
