import { kioskSetting } from '../../../../shared/stored/settings/terminal.ts';
import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import { setStartup } from '../../../base/platform/system/set-startup.ts';
import type { CommandContext } from '../context.ts';

export function startupCommands({
  terminal: { shell, settings, policy, audit },
}: CommandContext): HandlersOf<'startup.'> {
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
      setStartup(chosen, { shell, settings, policy });
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
