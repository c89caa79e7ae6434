import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chooseDataFolder } from '../../../../main/base/platform/all-users/choose-data-folder.ts';
import type { ChosenKind } from '../../../../main/base/vault/open-vault.ts';
import { vaultKind } from '../../../../shared/stored/vault/entries.ts';
import { newFolder } from '../../../support/khatm.ts';

/* Simulates a machine with a till for all users, with access lists as Windows writes them. */

export const ofAdministrators = 'O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)';
/** A group of the machine, for which `khatm folder share` sets up the folder. */
export const group = 'S-1-5-21-1004336348-1177238915-682003330-1007';
export const ofAll = `O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;;RC;;;BU)(A;;0x1200af;;;${group})(A;OICIIO;0x1301bf;;;${group})(A;OICIIO;0x1301bf;;;OW)`;
export const ofUser = ofAdministrators.replace('O:BA', `O:${group}`);

export function machine({ root = ofAll, parent = ofAdministrators, made = true } = {}) {
  const drive = realpathSync(newFolder('all-users'));
  const envOf = (user: string) => ({
    ProgramData: path.join(drive, 'ProgramData'),
    LOCALAPPDATA: path.join(drive, 'Users', user, 'Local'),
  });
  const env = envOf('mona');
  const till = path.join(env.ProgramData, 'Khatm', 'till');
  if (made) mkdirSync(till, { recursive: true });
  const read = (places: readonly string[]) =>
    places.map((place) => {
      if (place === till) return root;
      return place === path.dirname(till) ? parent : ofAdministrators;
    });
  const ownOf = (user: string) => path.join(envOf(user).LOCALAPPDATA, 'Khatm', 'data');
  const choose = (who = env, ask = read) => chooseDataFolder({ env: who, platform: 'win32', read: ask });
  return { drive, env, envOf, till, ownOf, own: ownOf('mona'), data: path.join(till, 'data'), choose, read };
}

/** Writes the files of a data folder, with a ledger that names the shop. */
export function ownBooks(folder: string, vault?: ChosenKind, ofWhom = ''): void {
  mkdirSync(path.join(folder, 'production'), { recursive: true });
  writeFileSync(path.join(folder, 'terminal.db'), '');
  writeFileSync(path.join(folder, 'production', 'ledger.db'), ofWhom);
  if (vault !== undefined)
    writeFileSync(path.join(folder, 'production', 'vault.json'), vaultKind.write({ kind: vault }));
}
