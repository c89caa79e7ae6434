import type { WriteAudit } from '../ledger/audit-actions.ts';
import type { HandlersOf } from '../platform/dispatch.ts';
import { kioskSetting } from '../platform/kiosk-setting.ts';
import { type StartupOptions, setStartup } from '../platform/set-startup.ts';

export interface StartupCommandsOptions extends StartupOptions {
  /** Writes a line to the audit log of the environment on the screen. */
  readonly audit: WriteAudit;
}

/** The commands about the program on this machine. */
export function startupCommands(options: StartupCommandsOptions): HandlersOf<'startup.'> {
  const { shell, settings, audit } = options;
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
    'startup.set': (chosen, { name }) => {
      setStartup(chosen, options);
      audit(name, 'startup-set', chosen);
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
