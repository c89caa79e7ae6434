import * as z from 'zod';
import { fail } from '../../shared/failure.ts';
import type { AuditLog } from './audit-log.ts';
import { firstPreviousHash } from './chain.ts';
import type { Archive, Ledger } from './ledger.ts';
import { isOtherMachine, type MachineMarks, machineMarksSchema } from './machine-marks.ts';

/**
 * How far a ledger had come, kept outside its file: an older copy of the file, another chain, or a copy at another place
 * cannot know it.
 */
export const witnessSchema = z.strictObject({
  /** The ledger's id. */
  ledger: z.string(),
  /** Counter of the newest document; 0 before the first. */
  icv: z.int().nonnegative(),
  /** That document's hash, Base64; before the first the fixed value. */
  hash: z.string(),
  /** Lines of the audit log, and the hash of the last, hex; the ledger's id before the first. */
  auditEntries: z.int().nonnegative(),
  auditHash: z.string(),
  /** See `placeOf`; absent where the machine is unknown. */
  place: z.string().optional(),
  /** See `machineMarks`; absent where nothing of the machine is known. */
  machine: machineMarksSchema.optional(),
});
export type Witness = z.infer<typeof witnessSchema>;

/** Where the witness is kept. */
export interface WitnessStore {
  /** undefined when none was ever written. @throws FailureError `vault-unavailable` */
  read(): Promise<Witness | undefined>;
  /** Returns when it is durable. @throws FailureError `vault-unavailable` */
  write(witness: Witness): Promise<void>;
}

/** A witness among the vault's secrets. It is none itself, but nobody swaps it there. */
export function witnessInVault(
  vault: { get(name: string): Promise<string | undefined>; set(name: string, value: string): Promise<void> },
  name: string,
): WitnessStore {
  return {
    async read() {
      const text = await vault.get(name);
      return text === undefined ? undefined : parse(text);
    },
    write: (witness) => vault.set(name, JSON.stringify(witness)),
  };
}

function parse(text: string): Witness {
  try {
    return witnessSchema.parse(JSON.parse(text));
  } catch (cause) {
    return fail('vault-unavailable', { detail: { why: 'unreadable' } }, cause);
  }
}

/** What a witness sees of a ledger. */
type Witnessed = Pick<Archive, 'id' | 'chain'> & { audit: Pick<AuditLog, 'head' | 'hashAt'> };

/** Where a ledger is. */
export interface Whereabouts {
  /** See `placeOf`. */
  readonly place?: string | undefined;
  readonly machine?: MachineMarks | undefined;
}

/** The ledger as it is now. */
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
 * Whether this ledger may go on from where the witness saw it: it is the same one, has all that the witness saw, and is
 * at the same place. A ledger that nobody witnessed yet may; so may one at a place unknown then or now.
 *
 * Each failure is the end of issuing here until a person acts. `ledger-old`, `ledger-forked`, `ledger-lost`: the right
 * file must be put back; if it is lost for good, the device is onboarded anew as another one (new serial number, new
 * chain), because the authority already has or may have documents under the counters that this file would use again.
 * `ledger-copied`: a manager confirms that the other copy will never issue again (`adoptPlace`).
 * @throws FailureError `ledger-old` (detail: `icv` and `auditEntries` here, `witnessIcv` and `witnessAuditEntries`),
 *   `ledger-forked`, `ledger-lost`, `ledger-copied`
 */
export function checkWitness(ledger: Ledger, witness: Witness | undefined, here: Whereabouts): void {
  if (witness === undefined) return;
  checkHistory(ledger, witness);
  const isElsewhere = witness.place !== undefined && here.place !== undefined && witness.place !== here.place;
  // A disk image takes the machine's id with it.
  if (isElsewhere || isOtherMachine(witness.machine, here.machine)) fail('ledger-copied');
}

/**
 * The same without the place: whether a ledger has all that the witness saw.
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
    // Made anew just now, because the file was not there.
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
 * A manager says that this is the place from now on: the machine was replaced, or the folder moved. The audit log says
 * who; only a ledger whose history holds may be adopted.
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
