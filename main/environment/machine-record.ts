import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Witness, type WitnessStore, witnessSchema } from '../ledger/witness.ts';
import { replaceFile } from '../vault/replace-file.ts';

/**
 * The second witness: what this machine, and this user of it, knows of a ledger, outside the data folder. Putting the
 * whole folder back puts back a vault that is a file in it, and with it the first witness; not this one.
 */
export interface MachineRecord {
  readonly store: WitnessStore;
  /** Of the head note that is written with each document; its folder is there once `prepare` has made it. */
  readonly noteFile: string;
  /** Makes the folder. Rejects where it cannot be made. */
  prepare(): Promise<void>;
}

/**
 * @param stateFolder of this user on this machine; made when it is needed
 * @param ledgerId tells the data folders of one machine apart
 */
export function machineRecordOf(stateFolder: string, ledgerId: string): MachineRecord {
  const folder = path.join(stateFolder, 'ledgers');
  const file = path.join(folder, `${ledgerId}.json`);

  async function prepare(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }

  const read = async () => parse(await readFile(file, 'utf8').catch(() => undefined));

  return {
    noteFile: path.join(folder, `${ledgerId}.head`),
    prepare,
    store: {
      read,
      async write(witness) {
        await prepare();
        // One that is further was written from a newer copy, and is why this one must stop.
        if (isFurther(await read(), witness)) return;
        // Two programs may issue from one ledger, each with a file of its own on the way.
        await replaceFile(file, JSON.stringify(witness), `${file}.${process.pid}.new`);
      },
    },
  };
}

function isFurther(before: Witness | undefined, now: Witness): boolean {
  return before !== undefined && (before.icv > now.icv || before.auditEntries > now.auditEntries);
}

/** One that is missing or cannot be read says nothing: the vault’s witness is the one that nobody swaps. */
function parse(text: string | undefined): Witness | undefined {
  try {
    return text === undefined ? undefined : witnessSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
