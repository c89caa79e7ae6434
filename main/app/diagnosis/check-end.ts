import path from 'node:path';
import { FailureError } from '../../../shared/failure.ts';
import type { Environment } from '../../../shared/status.ts';
import type { Witness } from '../../../shared/stored/notes/ledger.ts';
import { isOwnThere } from '../../base/platform/files/own-files.ts';
import { stateFolderOf } from '../../base/platform/folders/data-folder.ts';
import { openEncryptedFile } from '../../base/vault/encrypted-file.ts';
import type { Archive } from '../../books/ledger/ledger.ts';
import { takeLock } from '../../books/ledger/queue/process-lock.ts';
import { headMarkerOf, readHeadMarker } from '../../books/ledger/witness/head-marker.ts';
import { checkHistory, witnessInVault } from '../../books/ledger/witness/witness.ts';
import { trainingPassphrase } from '../environment/credentials/training.ts';
import { machineRecordOf } from '../environment/guards/machine-record.ts';

/** Sources outside a ledger that know its latest document. */
export type EndWitness = 'note' | 'machine' | 'vault';

/**
 * The result of comparing a ledger's end with its witnesses. whole: nothing is missing · cut: newer documents or audit
 * lines existed · forked: it has another chain · not-checked: it has no witness.
 */
export interface EndCheck {
  readonly state: 'whole' | 'cut' | 'forked' | 'not-checked';
  /** The witnesses of this result; if the end is whole, all that were asked. */
  readonly by: readonly EndWitness[];
  /** The newest document here, and the one that the witness knows. */
  readonly icv: number;
  readonly knownIcv?: number;
}

/** Checks the end of a ledger. Writes nothing; the vault is read only if that needs no person. */
export async function checkEnd(
  archive: Archive,
  { data, environment, file }: { data: string; environment: Environment; file: string },
): Promise<EndCheck> {
  const icv = archive.chain.head()?.icv ?? 0;
  const knownEnds: { by: EndWitness; icv: number; check: () => void }[] = [];
  const takeNote = (by: EndWitness, markerFile: string) => {
    const note = readHeadMarker(markerFile, archive.id);
    if (note !== undefined)
      knownEnds.push({ by, icv: note.icv, check: () => sameDocument(archive, note.icv, note.hash) });
  };
  const takeWitness = (by: EndWitness, witness: Witness | undefined) => {
    if (witness !== undefined)
      knownEnds.push({ by, icv: witness.icv, check: () => checkHistory(archive, witness) });
  };

  takeNote('note', headMarkerOf(file));
  if (environment !== 'training') {
    const record = machineRecordOf(stateFolderOf(data), archive.id);
    takeNote('machine', record.markerFile);
    takeWitness('machine', await record.store.read());
  }
  takeWitness('vault', await vaultWitness(path.join(data, environment), environment));

  for (const each of knownEnds) {
    const state = stateOf(each.check);
    if (state !== 'whole') return { state, by: [each.by], icv, knownIcv: each.icv };
  }
  const by = [...new Set(knownEnds.map((each) => each.by))];
  return { state: by.length === 0 ? 'not-checked' : 'whole', by, icv };
}

function sameDocument(archive: Archive, icv: number, hash: string): void {
  const here = archive.chain.hashAt(icv);
  if (here !== hash) throw new FailureError({ code: here === undefined ? 'ledger-old' : 'ledger-forked' });
}

function stateOf(check: () => void): 'whole' | 'cut' | 'forked' {
  try {
    check();
    return 'whole';
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return error.failure.code === 'ledger-forked' ? 'forked' : 'cut';
  }
}

/** Returns the vault's witness if the vault is a file that opens without a question; otherwise undefined. */
async function vaultWitness(folder: string, environment: Environment): Promise<Witness | undefined> {
  const isTraining = environment === 'training';
  const passphrase = isTraining ? trainingPassphrase : process.env.KHATM_PASSPHRASE;
  const file = path.join(folder, isTraining ? 'vault.json' : 'secrets.json');
  if (!passphrase || !isOwnThere(file)) return undefined;
  try {
    const vault = await openEncryptedFile({ file, opener: { passphrase }, lock: takeLock, create: false });
    return await witnessInVault(vault, `${environment}/witness`).read();
  } catch (error) {
    // A vault that is locked, damaged, or encrypted by the system is no witness.
    if (error instanceof FailureError) return undefined;
    throw error;
  }
}
