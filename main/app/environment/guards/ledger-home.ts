import path from 'node:path';
import { FailureError, fail } from '../../../../shared/failure.ts';
import type { Environment } from '../../../../shared/status.ts';
import type { Witness } from '../../../../shared/stored/notes/ledger.ts';
import { placesOf } from '../../../base/platform/folders/data-folder.ts';
import type { SecretStore } from '../../../base/vault/secret-store.ts';
import { type Archive, openLedger } from '../../../books/ledger/ledger.ts';
import { readHeadMarker } from '../../../books/ledger/witness/head-marker.ts';
import { machineId, placeOf } from '../../../books/ledger/witness/machine-id.ts';
import { machineMarks } from '../../../books/ledger/witness/machine-marks.ts';
import {
  adoptPlace,
  checkWitness,
  isOfEmptyLedger,
  type Whereabouts,
  type WitnessStore,
  witnessInVault,
} from '../../../books/ledger/witness/witness.ts';
import { machineRecordOf } from './machine-record.ts';

/* The one place where a ledger outside training may issue: this machine, this folder, and this vault. */

export interface LedgerHome {
  readonly folder: string;
  /** The folder of this user on this machine, outside the data folder: see `stateFolderOf`. */
  readonly stateFolder: string;
  /** The text that identifies this machine; by default read from the machine. */
  readonly here?: (ledgerId: string) => Promise<Whereabouts>;
}

export async function findHere(home: LedgerHome | undefined, ledgerId: string): Promise<Whereabouts> {
  if (home === undefined) return {};
  return home.here ? home.here(ledgerId) : whereabouts(ledgerId, home.folder);
}

async function whereabouts(ledgerId: string, folder: string): Promise<Whereabouts> {
  const [id, machine] = await Promise.all([machineId(), machineMarks(ledgerId)]);
  const { place, formerly } = placesOf(folder);
  return {
    place: placeOf(id, place),
    formerPlace: formerly === undefined ? undefined : placeOf(id, formerly),
    machine,
  };
}

/** Refuses a backup that belongs to another vault: its documents were issued elsewhere and may be incomplete. */
export function refuseStranger(
  ledger: Pick<Archive, 'id' | 'chain'>,
  witnesses: readonly (Witness | undefined)[],
  markerFile: string,
): void {
  if (ledger.chain.head() === undefined) return;
  const isKnown =
    witnesses.some((witness) => witness !== undefined) || readHeadMarker(markerFile, ledger.id) !== undefined;
  if (!isKnown) fail('ledger-copied');
}

/** The environment whose ledger is to have its home here. */
export interface HomePlace extends Pick<LedgerHome, 'folder' | 'stateFolder'> {
  readonly environment: Environment;
  readonly secrets: Pick<SecretStore, 'get' | 'set'>;
}

/**
 * Checks that a ledger is at home in a folder, without writing anything.
 * @throws FailureError `ledger-old`, `ledger-forked`, `ledger-lost`, `ledger-copied`
 */
export async function checkHome(ledger: Parameters<typeof checkWitness>[0], place: HomePlace): Promise<void> {
  await checkHomeIn(ledger, await homeIn(ledger.id, place));
}

type Home = Awaited<ReturnType<typeof homeIn>>;

async function checkHomeIn(
  ledger: Parameters<typeof checkWitness>[0],
  { stores, record, here }: Home,
): Promise<void> {
  const witnesses = await Promise.all(stores.map((store) => store.read()));
  for (const witness of witnesses) checkWitness(ledger, witness, here);
  refuseStranger(ledger, witnesses, record.markerFile);
}

/** Returns false for a ledger from another place. @throws FailureError for every other obstacle */
async function isAtHome(ledger: Parameters<typeof checkWitness>[0], home: Home): Promise<boolean> {
  try {
    await checkHomeIn(ledger, home);
    return true;
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'ledger-copied') return false;
    throw error;
  }
}

/** The restored ledger has replaced an empty one, whose witness says nothing about it. */
const withoutEmpty = (store: WitnessStore, ledgerId: string): WitnessStore => ({
  write: store.write,
  async read() {
    const witness = await store.read();
    return witness !== undefined && isOfEmptyLedger(witness, ledgerId) ? undefined : witness;
  },
});

async function homeIn(ledgerId: string, { environment, folder, stateFolder, secrets }: HomePlace) {
  const record = machineRecordOf(stateFolder, ledgerId);
  const stores = [witnessInVault(secrets, `${environment}/witness`), record.store];
  return { record, stores, here: await findHere({ folder, stateFolder }, ledgerId) };
}

/**
 * Makes a folder the home of a ledger that was restored into it from another machine's backup. The person has said
 * which document was the last, and that the other machine issues nothing any more. A ledger that is at home here stays
 * as it is.
 * @param by the person, and the time in milliseconds since 1970
 * @throws FailureError `ledger-old`, `ledger-forked`, `vault-unavailable`
 */
export async function settleRestored(place: HomePlace, by: { actor: string; at: number }): Promise<void> {
  const { environment, folder } = place;
  // Training may be copied and restored freely.
  if (environment === 'training') return;
  const ledger = openLedger(path.join(folder, 'ledger.db'), { environment });
  try {
    const home = await homeIn(ledger.id, place);
    const stores = home.stores.map((store) => withoutEmpty(store, ledger.id));
    if (await isAtHome(ledger, { ...home, stores })) return;
    await home.record.prepare();
    await adoptPlace(ledger, stores, { here: home.here, ...by });
  } finally {
    ledger.close();
  }
}
