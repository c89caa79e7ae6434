import path from 'node:path';
import { app, dialog } from 'electron';
import type { TerminalUpdatesOptions } from '../../terminal/options.ts';
import { findInstaller } from '../../updates/find-installer.ts';
import { checkFormer, formerToOffer, noteStart } from '../../updates/former.ts';
import type { Installer } from '../../updates/installer.ts';
import { presentSchemas } from '../../updates/present-schemas.ts';
import { updatesFolder } from '../../updates/state.ts';
import { trustedKeys } from '../../updates/trusted-keys.ts';
import { titleInBoth } from '../program/launch-switches.ts';
import { formerWords } from './update-words.ts';

/** Returns the method of replacing this installation; undefined for one that cannot be replaced. */
function installerHere(dataFolder: string): Installer | undefined {
  if (!app.isPackaged) return undefined;
  return findInstaller({
    platform: process.platform,
    env: process.env,
    execPath: process.execPath,
    resources: process.resourcesPath,
    folder: updatesFolder(dataFolder),
    restart: (execPath) => app.relaunch({ execPath }),
  });
}

/** Returns the terminal's options for updates. @param beforeEnd called before the program ends for one */
export function updatesHere(dataFolder: string, beforeEnd: () => void): TerminalUpdatesOptions {
  return {
    installer: installerHere(dataFolder),
    end(finish) {
      beforeEnd();
      // This calls back once everything is closed.
      app.once('quit', finish);
      // The answer to the command must still reach the page.
      setImmediate(() => app.quit());
    },
  };
}

/**
 * Notes the start. If a new version failed to start twice, a person may choose the former version, which then starts.
 * @param beforeEnd called when the program ends for the former version
 * @returns true when the program ends for the former version
 */
export async function goneBack(dataFolder: string, beforeEnd: () => void): Promise<boolean> {
  const version = app.getVersion();
  const folder = updatesFolder(dataFolder);
  const state = noteStart(folder, version);
  const former = formerToOffer(folder, state, version, () => presentSchemas(dataFolder));
  const installer = installerHere(dataFolder);
  if (former === undefined || installer === undefined) return false;
  if (path.dirname(path.dirname(former.file)) !== folder) return false;
  const { message, stay, back, differs } = formerWords(version, former.version);
  const { platform, arch } = process;
  const checked = await checkFormer(folder, former, installer, { platform, arch, keys: trustedKeys });
  if (checked === undefined) {
    await dialog.showMessageBox({ type: 'warning', title: titleInBoth, message: differs, buttons: [stay] });
    return false;
  }
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: titleInBoth,
    message,
    buttons: [stay, back],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response !== 1) return false;
  const finish = await installer.install(former.file, former.version, checked.sha256);
  beforeEnd();
  // Nothing is open yet, so nothing has to be closed.
  finish();
  app.exit();
  return true;
}
