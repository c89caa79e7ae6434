import { fail } from '../../../../shared/failure.ts';
import type { SecretStore } from '../../../base/vault/secret-store.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import {
  checkHeadMarker,
  type HeadMarker,
  openHeadMarker,
} from '../../../books/ledger/witness/head-marker.ts';
import {
  adoptPlace,
  checkWitness,
  type Whereabouts,
  witnessInVault,
} from '../../../books/ledger/witness/witness.ts';
import { createWitnessKeeper, type WitnessKeeper } from '../../../books/ledger/witness/witness-keeper.ts';
import type { OfficeFinding } from '../../../link/feed/feeding.ts';
import type { EnvironmentContext } from '../context.ts';
import { witnessAlarms } from './ledger-alarms.ts';
import { findHere, type LedgerHome, refuseStranger } from './ledger-home.ts';
import { machineRecordOf } from './machine-record.ts';

export interface RollbackGuardOptions extends Pick<EnvironmentContext, 'ledger' | 'clock'> {
  readonly vault: SecretStore;
  /** The only place where the ledger may issue; undefined if any number of copies may issue anywhere. */
  readonly home?: LedgerHome | undefined;
  /** The file of the ledger's head marker, see `headMarkerOf`; none by default. */
  readonly markerFile?: string | undefined;
  /** A witness on another machine, if there is one. */
  readonly office?: OfficeWitness | undefined;
  /** Called when `alarms` may have changed. */
  readonly onChange: () => void;
}

/** A head office that keeps a copy of the ledger. */
export interface OfficeWitness {
  /** The last comparison; undefined while both agree, or while nothing is known. */
  readonly finding: OfficeFinding | undefined;
  /** Compares before the first sale, if the office can be reached at once. */
  witness(): Promise<OfficeFinding | undefined>;
}

/** Compares a ledger with its known length: a copy that is older, or was continued elsewhere, must not issue. */
export function createRollbackGuard(options: RollbackGuardOptions) {
  const { ledger, vault, home, markerFile, office, clock, onChange } = options;
  const inVault = witnessInVault(vault, `${ledger.environment}/witness`);
  const onMachine = home && machineRecordOf(home.stateFolder, ledger.id);
  const stores = onMachine === undefined ? [inVault] : [inVault, onMachine.store];
  const markerFiles = [markerFile, onMachine?.markerFile].filter((file) => file !== undefined);
  let here: Whereabouts | undefined;
  /** The witnesses are updated only for a ledger that passed the check. */
  let keepers: readonly WitnessKeeper[] = [];
  let notes: readonly HeadMarker[] = [];
  let isChecked = false;

  async function check(): Promise<void> {
    here ??= await findHere(home, ledger.id);
    const witnesses = await Promise.all(stores.map((store) => store.read()));
    for (const witness of witnesses) checkWitness(ledger, witness, here);
    for (const file of markerFiles) checkHeadMarker(file, ledger);
    if (onMachine !== undefined) refuseStranger(ledger, witnesses, onMachine.markerFile);
    refuseFound(ledger, await office?.witness());
    // If the folder cannot be made, the witness in it cannot be written, and that raises an alarm.
    await onMachine?.prepare().catch(() => undefined);
    if (keepers.length === 0) {
      const shared = { ledger, here, clock, onAlarm: onChange };
      keepers = stores.map((store) => createWitnessKeeper({ ...shared, store }));
      notes = markerFiles.map((file) => openHeadMarker(file, ledger));
    }
    for (const keeper of keepers) keeper.touch();
  }

  return {
    /** Checks before the start. @throws FailureError `ledger-old`, `ledger-forked`, `ledger-lost`, `ledger-copied` */
    async check() {
      try {
        await check();
        isChecked = true;
      } catch (error) {
        isChecked = false;
        throw error;
      }
    },
    /** True once the last check passed; until then nothing is issued with any key. */
    get isChecked() {
      return isChecked;
    },
    /**
     * Checks before each document, as far as the notes beside the ledger allow: meanwhile the folder may have been
     * replaced by a copy from which another program issued.
     * @throws FailureError `ledger-old`, `ledger-forked`
     */
    checkNotes() {
      refuseFound(ledger, office?.finding);
      try {
        for (const file of markerFiles) checkHeadMarker(file, ledger);
      } catch {
        // Another program may be writing the note at this moment, so it is read once more.
        for (const file of markerFiles) checkHeadMarker(file, ledger);
      }
    },
    touch() {
      for (const note of notes) note.write();
      for (const keeper of keepers) keeper.touch();
    },
    /** Notes a manager's confirmation that this is the ledger's place. @throws FailureError as `checkNotes` */
    async adopt(actor: string) {
      here ??= await findHere(home, ledger.id);
      for (const file of markerFiles) checkHeadMarker(file, ledger);
      await adoptPlace(ledger, stores, { here, actor, at: clock.now() });
    },
    /** Returns an alarm for a witness that cannot be written. @param now milliseconds since 1970 */
    alarms(now: number) {
      const since = keepers.flatMap(({ alarm }) => alarm?.since ?? []);
      return witnessAlarms(since.length === 0 ? undefined : Math.min(...since), now);
    },
    async stop() {
      for (const note of notes) note.close();
      await Promise.all(keepers.map((keeper) => keeper.close()));
    },
  };
}

export type RollbackGuard = ReturnType<typeof createRollbackGuard>;

/** Refuses a ledger that differs from the head office's copy. @throws FailureError `ledger-old`, `ledger-forked` */
function refuseFound(ledger: Ledger, finding: OfficeFinding | undefined): void {
  if (finding === undefined) return;
  const { found, have } = finding;
  const detail = { icv: ledger.chain.head()?.icv ?? 0, witnessIcv: have.icv };
  fail(found === 'older' ? 'ledger-old' : 'ledger-forked', { detail });
}
