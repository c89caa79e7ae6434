import { app } from 'electron';
import {
  autostartFile,
  isAutostartOn,
  programToStart,
  setAutostart,
} from '../../../base/platform/system/autostart.ts';
import type { Shell } from '../../../base/platform/system/shell.ts';

/** Starts the program when a person signs in to the system; undefined if it runs from a checkout. */
export function autostartHere(): Shell['autostart'] {
  if (!app.isPackaged) return undefined;
  if (process.platform !== 'linux')
    return {
      isOn: () => app.getLoginItemSettings().openAtLogin,
      set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin }),
    };
  const file = autostartFile(process.env);
  return {
    isOn: () => isAutostartOn(file),
    set: (starts) =>
      setAutostart(file, starts, programToStart(process.env, process.execPath, process.resourcesPath)),
  };
}
