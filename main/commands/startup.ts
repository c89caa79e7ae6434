import { fail } from '../../shared/failure.ts';
import type { WriteAudit } from '../ledger/audit-actions.ts';
import type { HandlersOf } from '../platform/dispatch.ts';
import { kioskSetting } from '../platform/kiosk-setting.ts';
import type { Policy } from '../platform/policy/read-policy.ts';
import type { Settings } from '../platform/settings.ts';
import type { Shell } from '../platform/shell.ts';

export interface StartupCommandsOptions {
  /** Omitted if there is no window of the program's own. */
  readonly shell: Shell | undefined;
  readonly settings: Settings;
  readonly policy: Pick<Policy, 'autostart'>;
  /** Writes a line to the audit log of the environment on the screen. */
  readonly audit: WriteAudit;
}

/** The commands about the program on this machine. */
export function startupCommands({
  shell,
  settings,
  policy,
  audit,
}: StartupCommandsOptions): HandlersOf<'startup.'> {
  const view = () => ({
    startup: shell && {
      autostart: shell.autostart?.isOn(),
      kiosk: settings.read(kioskSetting),
      isLocked: shell.isLocked(),
      textSize: shell.textSize.read(),
    },
  });

  return {
    'startup.get': view,
    'startup.set': ({ autostart, kiosk, textSize }, { name }) => {
      if (shell === undefined || (autostart !== undefined && shell.autostart === undefined))
        fail('not-found');
      if (autostart !== undefined && policy.autostart !== undefined && autostart !== policy.autostart)
        fail('set-by-policy');
      if (kiosk !== undefined) {
        settings.write(kioskSetting, kiosk);
        shell.lock(kiosk);
      }
      if (textSize !== undefined) orUnusable(() => shell.textSize.set(textSize));
      if (autostart !== undefined) orUnusable(() => shell.autostart?.set(autostart));
      audit(name, 'startup-set', { autostart, kiosk, textSize });
      return view();
    },
    'startup.chooseFolder': async ({ from }) => ({ folder: await shell?.chooseFolder(from) }),
    'startup.leaveKiosk': (_, { name }) => {
      shell?.lock(false);
      audit(name, 'kiosk-left');
      return view();
    },
  };
}

/** @throws FailureError `folder-unusable` when the system does not store it */
function orUnusable(keep: () => void): void {
  try {
    keep();
  } catch (cause) {
    const system = String((cause as NodeJS.ErrnoException).code);
    fail('folder-unusable', { detail: { system } }, cause);
  }
}
