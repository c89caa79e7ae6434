import { type Failure, FailureError, fail } from '../../../shared/failure.ts';
import { createSerialQueue } from '../../base/platform/serial-queue.ts';
import type { PeopleContent, PersonRow } from './people-list.ts';
import { type PeopleKeeper, RecordedPeople, type RecordedPeopleOptions } from './recorded-people.ts';

/*
 * Guards the list of people, because anybody with access to the files can edit, delete or restore terminal.db. Once an
 * environment beyond training is set up, its vault therefore stores the list too, with the key that proves the list in
 * terminal.db. A list whose proof is wrong or old is never trusted: the vault's list replaces it.
 */

/**
 * free: there is only training, so there is nothing to guard · locked: the keeper's vault is not open yet, so nobody is
 * known · known: the list agrees with the vault · lost: the vault should have a list but has none, so nobody can be
 * trusted.
 */
export type PeopleState = 'free' | 'locked' | 'known' | 'lost';

export type PeopleGuard = ReturnType<typeof createPeopleGuard>;

export interface PeopleGuardOptions extends RecordedPeopleOptions {
  /** True once an environment beyond training is set up on this terminal. */
  readonly isLive: boolean;
  /** True when the list may be read but not changed, because no open vault could prove it. */
  readonly isReadOnly?: boolean;
  /** Called when the state or the alteration has changed. */
  readonly onChange: () => void;
  /** Called when the list was found altered and could not be compared with the vault's. */
  readonly onError: (error: unknown) => void;
}

const nobody: PeopleContent = { rows: [], limits: undefined };

export function createPeopleGuard(options: PeopleGuardOptions) {
  const { table, onChange, onError } = options;
  const recorded = new RecordedPeople(options);
  /** Runs checks and changes one after the other, since each reads the list and then writes the vault. */
  const queue = createSerialQueue();
  let state: PeopleState = options.isLive ? 'locked' : 'free';
  let failure: Failure | undefined;

  function setState(next: PeopleState): void {
    state = next;
    failure = undefined;
    onChange();
  }

  /** Returns the people who work here and their limits; none while they are unknown. */
  function content(): PeopleContent {
    if (state !== 'free' && state !== 'known') return nobody;
    const list = table.read();
    const readable = state === 'free' ? list : recorded.contentOf(list);
    if (readable !== undefined) return readable;
    // Either the file was edited, or another process began a new list; in both cases the vault's list is right.
    setState('locked');
    if (recorded.keeper !== undefined) agreeWith(recorded.keeper).catch(onError);
    return nobody;
  }

  /** Makes the list agree with the keeper's vault, which has just been opened. @throws FailureError as the vault */
  function agreeWith(keeper: PeopleKeeper): Promise<void> {
    return queue.run(async () => {
      try {
        setState((await recorded.agreeWith(keeper, state === 'known')) ? 'known' : 'lost');
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
    /** The reason why the list could not be compared with the list in the open vault. */
    get failure() {
      return failure;
    },
    /** The time of a restore that no manager has acknowledged yet, in milliseconds since 1970. */
    get alteration() {
      return recorded.alteration;
    },
    content,
    agreeWith,
    settled: queue.settled,
    /**
     * @param work returns the new content; an error that it throws undoes everything
     * @throws FailureError `vault-locked`, `people-lost`, or the vault's failure; then the call must be repeated
     */
    async change(work: (content: PeopleContent) => PeopleContent) {
      if (options.isReadOnly) fail('not-allowed');
      if (state === 'lost') fail('people-lost');
      table.change((list) =>
        state === 'free' ? { ...work(list), proof: undefined } : recorded.changed(list, work),
      );
      onChange();
      if (state === 'known') await queue.run(() => recorded.keep());
    },
    /** Begins a new list after the old one was lost. @param rows the row of the first manager */
    beginAnew: (rows: readonly PersonRow[]): Promise<void> =>
      queue.run(async () => {
        if (recorded.keeper === undefined || state !== 'lost') return fail('not-allowed');
        await recorded.beginAnew(recorded.keeper, rows);
        setState('known');
      }),
    acknowledge: (): Promise<void> =>
      queue.run(async () => {
        if (await recorded.acknowledge()) onChange();
      }),
  };
}
