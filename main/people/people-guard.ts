import { randomBytes } from 'node:crypto';
import { type Failure, FailureError, fail } from '../../shared/failure.ts';
import type { Environment } from '../../shared/status.ts';
import type { AuditLog } from '../ledger/audit-log.ts';
import type { SecretStore } from '../vault/secret-store.ts';
import { type Alteration, type PeopleRecord, readRecord, writeRecord } from './people-record.ts';
import {
  isGenuine,
  type PeopleList,
  type PeopleTable,
  type PersonRow,
  sealList,
  textOf,
} from './sealed-list.ts';

/*
 * terminal.db is a file that anybody with the file explorer can edit, delete or put back. Once an environment beyond
 * training has begun, its vault therefore keeps the list of people too, with the key that seals the list in
 * terminal.db. A list whose seal is wrong or old is never believed: the vault's list takes its place.
 */

/** The environment whose vault keeps the people: production once it has begun, else simulation. */
export interface PeopleKeeper {
  readonly environment: Environment;
  /** Its vault, open. */
  readonly store: SecretStore;
  /** Its audit log; undefined while its ledger cannot be opened. */
  readonly audit: Pick<AuditLog, 'write' | 'has'> | undefined;
  /** Whether the ledger has all that its witness saw: an older one could have forgotten that people were kept. */
  isCurrent(): Promise<boolean>;
}

/**
 * free: training alone, nothing to guard · locked: the keeper's vault is not open yet, so nobody is known · held: the
 * list is the one that was sealed · lost: the vault has no list though it should, so nobody can be believed.
 */
export type PeopleState = 'free' | 'locked' | 'held' | 'lost';

export interface PeopleGuard {
  readonly state: PeopleState;
  /** Why the people could not be held to what the open vault keeps; undefined once they are. */
  readonly failure: Failure | undefined;
  /** Who works here; nobody while that cannot be known. */
  rows(): readonly PersonRow[];
  /**
   * Changes the list. @param work answers with the rows that take the others' place; what it throws undoes everything
   * @throws FailureError `vault-locked`, `people-lost`, or as the vault fails; then it is to be repeated
   */
  change(work: (rows: readonly PersonRow[]) => readonly PersonRow[]): Promise<void>;
  /** The keeper's vault was opened: holds the list to what it keeps. @throws FailureError as the vault fails */
  hold(keeper: PeopleKeeper): Promise<void>;
  /** Begins a new list after the old one was lost. @param rows of the first manager */
  beginAnew(rows: readonly PersonRow[]): Promise<void>;
  /** When a list was put back that no manager has acknowledged yet. */
  readonly alteration: PeopleRecord['alteration'];
  /** A manager knows that the list was put back. */
  acknowledge(): Promise<void>;
  /** Resolves when what is being held is held. */
  settled(): Promise<void>;
}

export interface PeopleGuardOptions {
  readonly table: PeopleTable;
  /** An environment beyond training has begun on this terminal. */
  readonly isLive: boolean;
  /** The list may be looked at and not be changed: no vault is opened here that could seal it. */
  readonly isReadOnly?: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The state or the alteration is another. */
  readonly onChange: () => void;
  /** The list was put back. */
  readonly onAltered: (why: Alteration) => void;
  /** The list could not be held to the vault's after it was found altered. */
  readonly onError: (error: unknown) => void;
}

/** The audit log's line that says: from here on the vault keeps the people. */
const heldAction = 'people-held';

export function createPeopleGuard(options: PeopleGuardOptions): PeopleGuard {
  const { table, now, onChange, onAltered, onError } = options;
  let state: PeopleState = options.isLive ? 'locked' : 'free';
  let keeper: PeopleKeeper | undefined;
  let key: Buffer | undefined;
  /** Of the newest genuine list seen: none before it is believed any more. */
  let seen = 0;
  let alteration: PeopleRecord['alteration'];
  let failure: Failure | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: what is held and what is kept must not overtake each other. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }

  function become(next: PeopleState): void {
    state = next;
    failure = undefined;
    onChange();
  }

  function isBelieved(list: PeopleList): boolean {
    return key !== undefined && isGenuine(key, list) && (list.seal?.revision ?? 0) >= seen;
  }

  function rows(): readonly PersonRow[] {
    if (state !== 'free' && state !== 'held') return [];
    const list = table.read();
    if (state === 'free') return list.rows;
    if (isBelieved(list)) {
      seen = list.seal?.revision ?? seen;
      return list.rows;
    }
    // Somebody edited the file, or another process began anew: the vault knows.
    become('locked');
    if (keeper !== undefined) hold(keeper).catch(onError);
    return [];
  }

  async function holdNow(next: PeopleKeeper): Promise<void> {
    const before = state;
    const list = table.read();
    const record = await readRecord(next.store, next.environment);
    keeper = next;
    if (record !== undefined) await holdTo(next, record, list);
    else if (before === 'held' && isBelieved(list)) await keep();
    else if (await mayTakeOver(next, list)) await takeOver(next, list);
    else return become('lost');
    markHeld(next);
    become('held');
  }

  /** Only once: afterwards the audit log says that there was a record, and one that is missing was taken away. */
  async function mayTakeOver({ audit, isCurrent }: PeopleKeeper, { rows }: PeopleList): Promise<boolean> {
    if (!rows.some(({ role }) => role === 'manager')) return false;
    return audit !== undefined && !audit.has(heldAction) && (await isCurrent());
  }

  async function takeOver({ store, environment }: PeopleKeeper, list: PeopleList): Promise<void> {
    const newKey = randomBytes(32);
    const revision = (list.seal?.revision ?? 0) + 1;
    await writeRecord(store, environment, { revision, key: newKey, people: [...list.rows] });
    key = newKey;
    seen = revision;
    table.change(() => sealList(newKey, revision, list.rows));
  }

  async function holdTo({ audit }: PeopleKeeper, record: PeopleRecord, list: PeopleList): Promise<void> {
    key = record.key;
    // One that was found and could not be kept in the vault is not forgotten.
    alteration = record.alteration ?? alteration;
    seen = record.revision;
    if (isBelieved(list)) {
      seen = list.seal?.revision ?? seen;
      if (seen !== record.revision) await keep();
      return;
    }
    const isSame = difference(list.rows, record.people).isNone;
    const revision = record.revision + 1;
    table.change(() => sealList(record.key, revision, record.people));
    seen = revision;
    if (!isSame) {
      const why = isGenuine(record.key, list) ? 'older' : list.rows.length === 0 ? 'lost' : 'altered';
      alteration = { at: now(), why };
      const { names } = difference(list.rows, record.people);
      audit?.write({ at: now(), actor: 'terminal', action: 'people-restored', detail: { why, ...names } });
    }
    await keep();
    if (!isSame && alteration !== undefined) onAltered(alteration.why);
  }

  /** Brings the vault's record up to the list; again where another process changed the list meanwhile. */
  async function keep(): Promise<void> {
    for (;;) {
      const list = table.read();
      if (keeper === undefined || key === undefined || list.seal === undefined || !isBelieved(list)) return;
      const { revision } = list.seal;
      await writeRecord(keeper.store, keeper.environment, {
        revision,
        key,
        people: [...list.rows],
        alteration,
      });
      if (table.read().seal?.revision === revision) return;
    }
  }

  function markHeld({ audit }: PeopleKeeper): void {
    if (audit !== undefined && !audit.has(heldAction))
      audit.write({
        at: now(),
        actor: 'terminal',
        action: heldAction,
        detail: { people: table.read().rows.map(({ name, role }) => ({ name, role })) },
      });
  }

  function hold(next: PeopleKeeper): Promise<void> {
    return inTurn(async () => {
      try {
        await holdNow(next);
      } catch (error) {
        failure = error instanceof FailureError ? error.failure : { code: 'internal' };
        onChange();
        throw error;
      }
    });
  }

  return {
    get state() {
      return state;
    },
    get failure() {
      return failure;
    },
    get alteration() {
      return alteration;
    },
    rows,
    hold,
    settled: () => last.then(() => undefined),
    async change(work) {
      if (options.isReadOnly) fail('not-allowed');
      if (state === 'lost') fail('people-lost');
      table.change((list) => {
        if (state === 'free') return { rows: work(list.rows), seal: undefined };
        if (key === undefined || list.seal === undefined || !isBelieved(list))
          return fail('vault-locked', { detail: { why: 'passphrase-needed' } });
        return sealList(key, list.seal.revision + 1, work(list.rows));
      });
      onChange();
      if (state === 'held') await inTurn(keep);
    },
    beginAnew: (rows) =>
      inTurn(async () => {
        if (keeper === undefined || state !== 'lost') return fail('not-allowed');
        const newKey = randomBytes(32);
        const revision = (table.read().seal?.revision ?? 0) + 1;
        await writeRecord(keeper.store, keeper.environment, { revision, key: newKey, people: [...rows] });
        key = newKey;
        seen = revision;
        alteration = undefined;
        table.change(() => sealList(newKey, revision, rows));
        markHeld(keeper);
        become('held');
      }),
    acknowledge: () =>
      inTurn(async () => {
        const before = alteration;
        if (before === undefined) return;
        alteration = undefined;
        await keep().catch((error: unknown) => {
          alteration = before;
          throw error;
        });
        onChange();
      }),
  };
}

/** What distinguishes a list that was found from the one that was kept, by name. */
function difference(found: readonly PersonRow[], kept: readonly PersonRow[]) {
  const texts = (rows: readonly PersonRow[]) => new Map(rows.map((row) => [row.name, textOf(row)]));
  const [there, here] = [texts(found), texts(kept)];
  const added = [...there.keys()].filter((name) => !here.has(name));
  const removed = [...here.keys()].filter((name) => !there.has(name));
  const changed = [...here].flatMap(([name, text]) =>
    there.has(name) && there.get(name) !== text ? [name] : [],
  );
  const isNone = added.length + removed.length + changed.length === 0;
  // A list that somebody filled with thousands of names must not fill the audit log too.
  const some = (names: string[]) => names.slice(0, 20).map((name) => name.slice(0, 60));
  return { isNone, names: { added: some(added), removed: some(removed), changed: some(changed) } };
}
