import { fail } from '../../../../shared/failure.ts';
import { type MachineMarks, type Witness, witnessForm } from '../../../../shared/stored/notes/ledger.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { firstPreviousHash } from '../database/first-previous-hash.ts';
import type { Archive, Ledger } from '../ledger.ts';
import { isOtherMachine } from './machine-marks.ts';

export interface WitnessStore {
  /** Reads the witness; undefined if none was ever written. @throws FailureError `vault-unavailable` */
  read(): Promise<Witness | undefined>;
  /** Writes the witness; resolves when it is durable. @throws FailureError `vault-unavailable` */
  write(witness: Witness): Promise<void>;
}

/** Stores a witness among the vault's secrets. It is not a secret, but nobody can replace it there. */
export function witnessInVault(
  vault: { get(name: string): Promise<string | undefined>; set(name: string, value: string): Promise<void> },
  name: string,
): WitnessStore {
  return {
    async read() {
      const text = await vault.get(name);
      return text === undefined ? undefined : parse(text);
    },
    write: (witness) => vault.set(name, witnessForm.write(witness)),
  };
}

/**
 * Returns true for the witness of another ledger from which nothing was issued, such as the empty one of a new machine.
 * A backup may replace that ledger; otherwise such a witness counts like any other.
 */
export const isOfEmptyLedger = (witness: Witness, ledgerId: string): boolean =>
  witness.icv === 0 && witness.ledger !== ledgerId;

function parse(text: string): Witness {
  const read = witnessForm.read(text);
  return read.ok ? read.value : fail('vault-unavailable', { detail: { why: 'unreadable' } });
}

type Witnessed = Pick<Archive, 'id' | 'chain'> & { audit: Pick<AuditLog, 'head' | 'hashAt'> };

export interface Whereabouts {
  readonly place?: string | undefined;
  /** The former place of a folder that the program itself has moved. */
  readonly formerPlace?: string | undefined;
  readonly machine?: MachineMarks | undefined;
}

/** Makes the witness of the ledger's present state. */
export function witnessOf(ledger: Witnessed, { place, machine }: Whereabouts = {}): Witness {
  const head = ledger.chain.head();
  const line = ledger.audit.head();
  return {
    ledger: ledger.id,
    icv: head?.icv ?? 0,
    hash: head?.hash ?? firstPreviousHash,
    auditEntries: line?.id ?? 0,
    auditHash: line?.hash ?? ledger.id,
    ...(place !== undefined && { place }),
    ...(machine !== undefined && { machine }),
  };
}

/**
 * Checks that this ledger continues the witness: it has the same id, has everything that the witness recorded, and is
 * in the same place. A ledger without a witness passes, and so does one whose place was or is unknown.
 *
 * Each failure stops issuing here until a person acts. `ledger-old`, `ledger-forked`, `ledger-lost`: the right file
 * must be restored. If it is lost for good, the device must be onboarded as a new one (new serial number, new chain),
 * because the authority may have documents under the counters that this file would reuse. `ledger-copied`: a manager
 * confirms that the other copy will never issue again (`adoptPlace`).
 * @throws FailureError `ledger-old` (detail: `icv` and `auditEntries` here, `witnessIcv` and `witnessAuditEntries`),
 * `ledger-forked`, `ledger-lost`, `ledger-copied`
 */
export function checkWitness(ledger: Witnessed, witness: Witness | undefined, here: Whereabouts): void {
  if (witness === undefined) return;
  checkHistory(ledger, witness);
  const isElsewhere =
    witness.place !== undefined &&
    here.place !== undefined &&
    ![here.place, here.formerPlace].includes(witness.place);
  // A disk image contains the machine's id.
  if (isElsewhere || isOtherMachine(witness.machine, here.machine)) fail('ledger-copied');
}

/**
 * Checks that a ledger has everything that the witness recorded; its place is ignored.
 * @throws FailureError `ledger-old`, `ledger-forked`, `ledger-lost`
 */
export function checkHistory(ledger: Witnessed, witness: Witness): void {
  const here = witnessOf(ledger);
  const detail = {
    icv: here.icv,
    auditEntries: here.auditEntries,
    witnessIcv: witness.icv,
    witnessAuditEntries: witness.auditEntries,
  };
  if (here.ledger !== witness.ledger) {
    // The ledger was just created, because the file was missing.
    if (here.icv === 0 && witness.icv > 0) fail('ledger-lost');
    fail('ledger-forked', { detail });
  }
  const sameDocument = witness.icv === 0 || ledger.chain.hashAt(witness.icv) === witness.hash;
  const sameLine =
    witness.auditEntries === 0 || ledger.audit.hashAt(witness.auditEntries) === witness.auditHash;
  if (here.icv < witness.icv || here.auditEntries < witness.auditEntries) fail('ledger-old', { detail });
  if (!sameDocument || !sameLine) fail('ledger-forked', { detail });
}

/**
 * Accepts the present place because a manager confirms that the machine was replaced or the folder moved. The audit log
 * says who confirmed it; only a ledger with a matching history may be adopted.
 * @param at milliseconds since 1970
 * @throws FailureError `ledger-old`, `ledger-forked`, `ledger-lost`, `vault-unavailable`
 */
export async function adoptPlace(
  ledger: Ledger,
  stores: readonly WitnessStore[],
  { here, actor, at }: { here: Whereabouts; actor: string; at: number },
): Promise<void> {
  const witnesses = await Promise.all(stores.map((store) => store.read()));
  for (const witness of witnesses) if (witness !== undefined) checkHistory(ledger, witness);
  const detail = { from: witnesses[0]?.place, to: here.place };
  ledger.audit.write({ at, actor, action: 'place-adopted', detail });
  for (const store of stores) await store.write(witnessOf(ledger, here));
}
