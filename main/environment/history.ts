import type { Clock } from '../clock.ts';
import { checkHeadNote, type HeadNote, openHeadNote } from '../ledger/head-note.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { machineId, placeOf } from '../ledger/machine-id.ts';
import { adoptPlace, checkWitness, witnessInVault } from '../ledger/witness.ts';
import { createWitnessKeeper, type WitnessKeeper } from '../ledger/witness-keeper.ts';
import type { SecretStore } from '../vault/secret-store.ts';

/** Holds a ledger to how far it had come when it was last seen here, and keeps that in the vault. */
export interface History {
  /** Before anything is sealed. @throws FailureError `ledger-old`, `ledger-forked`, `ledger-lost`, `ledger-copied` */
  check(): Promise<void>;
  /** Something was committed. */
  touch(): void;
  /** A manager says that this is the ledger's place from now on. @throws FailureError `ledger-old`, `ledger-forked` */
  adopt(actor: string): Promise<void>;
  /** Since when the witness cannot be written, milliseconds since 1970; undefined while it can. */
  readonly unwitnessedSince: number | undefined;
  /** Writes what is still to be written. */
  close(): Promise<void>;
}

export function createHistory(options: {
  readonly ledger: Ledger;
  readonly vault: SecretStore;
  /** undefined: it may be anywhere. */
  readonly folder: string | undefined;
  /** The file of its head note, see `headNoteOf`; none where left out. */
  readonly noteFile?: string | undefined;
  readonly clock: Clock;
  /** `unwitnessedSince` is another. */
  readonly onChange: () => void;
}): History {
  const { ledger, vault, folder, noteFile, clock, onChange } = options;
  const store = witnessInVault(vault, `${ledger.environment}/witness`);
  let place: string | undefined;
  /** Only a ledger that was found to be the right one is witnessed further. */
  let keeper: WitnessKeeper | undefined;
  let note: HeadNote | undefined;

  return {
    async check() {
      if (folder !== undefined) place ??= placeOf(await machineId(), folder);
      checkWitness(ledger, await store.read(), place);
      if (noteFile !== undefined) {
        checkHeadNote(noteFile, ledger);
        note ??= openHeadNote(noteFile, ledger);
      }
      keeper ??= createWitnessKeeper({ ledger, store, place, clock, onAlarm: onChange });
      keeper.touch();
    },
    touch() {
      note?.write();
      keeper?.touch();
    },
    adopt: (actor) => adoptPlace(ledger, store, { place, actor, at: clock.now() }),
    get unwitnessedSince() {
      return keeper?.alarm?.since;
    },
    async close() {
      note?.close();
      await keeper?.close();
    },
  };
}
