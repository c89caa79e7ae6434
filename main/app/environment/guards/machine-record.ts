import path from 'node:path';
import { type Witness, witnessForm } from '../../../../shared/stored/notes/ledger.ts';
import { makeFolders } from '../../../base/platform/files/make-folder.ts';
import { readOwn } from '../../../base/platform/files/own-files.ts';
import { replaceFile } from '../../../base/vault/replace-file.ts';
import type { WitnessStore } from '../../../books/ledger/witness/witness.ts';

/**
 * The second witness: a record of a ledger on this machine, for this user, outside the data folder. If the whole folder
 * is replaced by an old copy, the first witness goes back with it when the vault is a file in the folder, but this one
 * does not.
 * @param stateFolder this user's folder on this machine; made when it is needed
 * @param ledgerId distinguishes the data folders of one machine
 */
export function machineRecordOf(stateFolder: string, ledgerId: string) {
  const folder = path.join(stateFolder, 'ledgers');
  const file = path.join(folder, `${ledgerId}.json`);

  async function prepare(): Promise<void> {
    makeFolders(folder);
  }

  const read = async () => parse(readOwn(file));

  const store: WitnessStore = {
    read,
    async write(witness) {
      await prepare();
      // A record that is ahead was written from a newer copy of the ledger, so this copy must stop.
      if (isFurther(await read(), witness)) return;
      // Two programs may issue from one ledger, so each writes its own temporary file.
      await replaceFile(file, witnessForm.write(witness), `${file}.${process.pid}.new`);
    },
  };

  return {
    /** The file of the head marker that is written with each document; `prepare` makes its folder. */
    markerFile: path.join(folder, `${ledgerId}.head`),
    prepare,
    store,
  };
}

function isFurther(before: Witness | undefined, now: Witness): boolean {
  return before !== undefined && (before.icv > now.icv || before.auditEntries > now.auditEntries);
}

/** A missing or unreadable record proves nothing; the witness in the vault is still checked. */
function parse(text: string | undefined): Witness | undefined {
  const read = text === undefined ? undefined : witnessForm.read(text);
  return read?.ok ? read.value : undefined;
}
