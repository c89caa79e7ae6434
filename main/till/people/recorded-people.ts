import { randomBytes } from 'node:crypto';
import { fail } from '../../../shared/failure.ts';
import type { Environment } from '../../../shared/status.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import type { AuditAction } from '../../books/ledger/audit/audit-actions.ts';
import type { AuditLog } from '../../books/ledger/audit/audit-log.ts';
import { difference } from './list-difference.ts';
import {
  isGenuine,
  isSameList,
  type PeopleContent,
  type PeopleList,
  type PeopleTable,
  type PersonRow,
  withProof,
} from './people-list.ts';
import { type Alteration, type PeopleRecord, readRecord, writeRecord } from './people-record.ts';

/** The environment whose vault keeps the people: production once it is set up, otherwise simulation. */
export interface PeopleKeeper {
  readonly environment: Environment;
  /** The keeper's open vault. */
  readonly store: SecretStore;
  /** The keeper's audit log; undefined while its ledger cannot be opened. */
  readonly audit: Pick<AuditLog, 'write' | 'has'> | undefined;
  /**
   * Resolves to true when the ledger has everything that its witness recorded, since an older ledger may not show that
   * the vault kept the people.
   */
  isCurrent(): Promise<boolean>;
  /**
   * Resolves to the highest revision of the list of which the audit log tells and which the vault could have lost; 0 if
   * there is none. The vault is older than the log if its record has a lower one.
   */
  toldRevision(): Promise<number>;
  /** Returns false once another environment keeps the people, which may have begun in another process. */
  keeps(): boolean;
}

export interface RecordedPeopleOptions {
  readonly table: PeopleTable;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  /** Called when the list was restored from the vault. */
  readonly onAltered: (why: Alteration) => void;
}

/** The action of the audit lines that mark when the vault began to record the people, and each change since. */
const recordedAction = 'people-recorded' satisfies AuditAction;

/** The list in terminal.db together with its record in the keeper's vault. */
export class RecordedPeople {
  /** The time of a restore that no manager has acknowledged yet, in milliseconds since 1970. */
  alteration: PeopleRecord['alteration'];
  keeper: PeopleKeeper | undefined;
  #key: Buffer | undefined;
  /** The revision of the newest genuine list seen; older lists are not trusted. */
  #seen = 0;
  /** The revision of the newest record of which this process told the audit log. */
  #told = 0;
  readonly #options: RecordedPeopleOptions;

  constructor(options: RecordedPeopleOptions) {
    this.#options = options;
  }

  /** Returns the content of a trusted list, otherwise undefined. */
  contentOf(list: PeopleList): PeopleContent | undefined {
    if (!this.#isBelieved(list)) return undefined;
    this.#seen = list.proof?.revision ?? this.#seen;
    return list;
  }

  /** Returns the list with its content changed and a new proof. @throws FailureError `vault-locked` */
  changed(list: PeopleList, work: (content: PeopleContent) => PeopleContent): PeopleList {
    if (this.#key === undefined || list.proof === undefined || !this.#isBelieved(list))
      return fail('vault-locked', { detail: { why: 'passphrase-needed' } });
    return withProof(this.#key, list.proof.revision + 1, work(list));
  }

  /**
   * Makes the list agree with the record in this keeper's vault. A vault that takes the list over from another one gets
   * a new key, so that nobody who can open the other one can prove a list to it.
   * @param wasKnown true when the list agreed with a vault's record before
   * @returns false when the vault should have a record but has none, or has an older one than the audit log tells of
   * @throws FailureError `vault-locked` when another environment's vault keeps the list by now
   */
  async agreeWith(keeper: PeopleKeeper, wasKnown: boolean): Promise<boolean> {
    if (!keeper.keeps()) return fail('vault-locked', { detail: { why: 'passphrase-needed' } });
    const list = this.#options.table.read();
    // The log is written after the vault and read before it, so that it has no newer revision.
    const told = await keeper.toldRevision();
    const record = await readRecord(keeper.store, keeper.environment);
    this.keeper = keeper;
    if (record !== undefined && record.revision < told) return false;
    if (record !== undefined) await this.#restore(keeper, record, list);
    else if ((wasKnown && this.#isBelieved(list)) || (await mayBegin(keeper, list)))
      await this.#begin(keeper, list, { alteration: this.alteration, found: list });
    else return false;
    this.#markRecorded(keeper);
    return true;
  }

  /** Begins a new list in place of a lost one. */
  async beginAnew(keeper: PeopleKeeper, rows: readonly PersonRow[]): Promise<void> {
    await this.#begin(keeper, { rows, limits: undefined });
    this.#markRecorded(keeper);
  }

  /**
   * Notes that a manager has acknowledged the alteration.
   * @returns false if there was none
   */
  async acknowledge(): Promise<boolean> {
    const before = this.alteration;
    if (before === undefined) return false;
    this.alteration = undefined;
    try {
      await this.keep();
    } catch (error) {
      this.alteration = before;
      throw error;
    }
    return true;
  }

  /** Brings the vault's record up to date with the list, repeatedly if another process changes the list meanwhile. */
  async keep(): Promise<void> {
    for (;;) {
      const list = this.#options.table.read();
      const { keeper, alteration } = this;
      const key = this.#key;
      if (keeper === undefined || key === undefined || list.proof === undefined || !this.#isBelieved(list))
        return;
      const { revision } = list.proof;
      const people = [...list.rows];
      const limits = list.limits ?? null;
      await this.#write(keeper, { revision, key, people, limits, alteration });
      if (this.#options.table.read().proof?.revision === revision) return;
    }
  }

  #isBelieved(list: PeopleList): boolean {
    return this.#key !== undefined && isGenuine(this.#key, list) && (list.proof?.revision ?? 0) >= this.#seen;
  }

  /** Writes the first record and proves the list with a new key. */
  async #begin(
    keeper: PeopleKeeper,
    { rows, limits }: PeopleContent,
    { alteration, found }: Pick<PeopleRecord, 'alteration'> & { readonly found?: PeopleList } = {},
  ): Promise<void> {
    const key = randomBytes(32);
    // Anybody may have written the revision that is in terminal.db, and no list has been proved with this key yet.
    const revision = (await keeper.toldRevision()) + 1;
    const record = { revision, key, people: [...rows], limits: limits ?? null, alteration };
    await this.#write(keeper, record);
    this.#prove(record, found);
  }

  /**
   * Makes the list agree with the vault's record: an untrusted list is replaced by the recorded one.
   *
   * The vault is written first. If the process dies before the list is proved, the next one finds the same difference
   * and tells it again.
   */
  async #restore(keeper: PeopleKeeper, record: PeopleRecord, found: PeopleList): Promise<void> {
    const { now, onAltered } = this.#options;
    this.#key = record.key;
    this.#seen = record.revision;
    this.alteration = record.alteration;
    if (this.contentOf(found) !== undefined) {
      if (this.#seen !== record.revision) await this.keep();
      return;
    }
    const { isNone, names } = difference(found, {
      rows: record.people,
      limits: record.limits ?? undefined,
    });
    const why = isGenuine(record.key, found) ? 'older' : found.rows.length === 0 ? 'lost' : 'altered';
    const next: PeopleRecord = {
      ...record,
      revision: record.revision + 1,
      alteration: isNone ? record.alteration : { at: now(), why },
    };
    await this.#write(keeper, next);
    if (!isNone)
      keeper.audit?.write({
        at: now(),
        actor: 'terminal',
        action: 'people-restored',
        detail: { why, ...names },
      });
    this.#prove(next, found);
    if (!isNone) onAltered(why);
  }

  /**
   * Writes the recorded list with its proof.
   * @param found the list that it replaces, if only that; one that another process wrote meanwhile is then compared at
   * the next command
   */
  #prove({ key, revision, people, limits, alteration }: PeopleRecord, found?: PeopleList): void {
    this.#key = key;
    this.#seen = revision;
    this.alteration = alteration;
    const proven = withProof(key, revision, { rows: people, limits: limits ?? undefined });
    this.#options.table.change((list) => (found === undefined || isSameList(list, found) ? proven : list));
  }

  /** Writes the vault, and tells the audit log of a new revision, so that an older vault can be recognised. */
  async #write(keeper: PeopleKeeper, record: PeopleRecord): Promise<void> {
    await writeRecord(keeper.store, keeper.environment, record);
    if (record.revision > this.#told) this.#tell(keeper, record);
  }

  #markRecorded(keeper: PeopleKeeper): void {
    if (keeper.audit?.has(recordedAction) !== false) return;
    const { rows, proof } = this.#options.table.read();
    this.#tell(keeper, { revision: proof?.revision ?? 0, people: rows });
  }

  #tell(
    { audit }: PeopleKeeper,
    { revision, people }: { readonly revision: number; readonly people: readonly PersonRow[] },
  ): void {
    const detail = { revision, people: people.map(({ name, role }) => ({ name, role })) };
    audit?.write({ at: this.#options.now(), actor: 'terminal', action: recordedAction, detail });
    this.#told = revision;
  }
}

/**
 * This is done only once: from then on the audit log shows that there was a record, so a missing record means that
 * somebody removed it.
 */
async function mayBegin({ audit, isCurrent }: PeopleKeeper, { rows }: PeopleList): Promise<boolean> {
  if (!rows.some(({ role }) => role === 'manager')) return false;
  return audit !== undefined && !audit.has(recordedAction) && (await isCurrent());
}
