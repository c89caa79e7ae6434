import { app } from 'electron';
import { autostartFile, setAutostart } from '../platform/autostart.ts';

/** Does what the policy says of starting at sign-in; without a word of it, nothing is changed. */
export function applyAutostart(starts: boolean | undefined): void {
  if (starts === undefined || !app.isPackaged) return;
  if (process.platform !== 'linux') app.setLoginItemSettings({ openAtLogin: starts });
  // An AppImage runs from another place at each start.
  else setAutostart(autostartFile(process.env), starts, process.env.APPIMAGE ?? process.execPath);
}
