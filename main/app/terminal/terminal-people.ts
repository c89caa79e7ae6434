import * as z from 'zod';
import type { Environment as EnvironmentName } from '../../../shared/status.ts';
import type { LockableVault } from '../../base/vault/lockable-vault.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { checkHistory, witnessInVault } from '../../books/ledger/witness/witness.ts';
import { openAttempts } from '../../till/people/attempts.ts';
import { openPeople, type People } from '../../till/people/people.ts';
import {
  createPeopleGuard,
  type PeopleGuard,
  type PeopleGuardOptions,
} from '../../till/people/people-guard.ts';
import { openPeopleTable } from '../../till/people/people-list.ts';
import { openShortPinLock } from '../../till/people/short-pin-lock.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import { machineRecordOf } from '../environment/guards/machine-record.ts';
import { begunEnvironments } from './active-environment.ts';
import type { TerminalContext } from './terminal-context.ts';

export interface TerminalPeopleOptions extends Pick<PeopleGuardOptions, 'onChange' | 'onError'> {
  readonly context: TerminalContext;
  /** Called when the list was altered outside the program. @param environment its alarm shows it */
  readonly onAltered: (
    why: Parameters<PeopleGuardOptions['onAltered']>[0],
    environment: EnvironmentName,
  ) => void;
}

/** The people of a terminal, and the environment whose vault keeps their list. */
export function createTerminalPeople(options: TerminalPeopleOptions) {
  const { database, clock, folder, settings, stateFolder, trainingOnly } = options.context;
  const begun = () => begunEnvironments(folder, settings);
  // If only training is opened here, no vault can identify the people, and training needs none.
  /** The environment whose vault keeps the list; undefined while there is only training. */
  const keeper = () =>
    trainingOnly ? undefined : (['production', 'simulation'] as const).find((name) => begun().includes(name));
  const guard = createPeopleGuard({
    table: openPeopleTable(database),
    isLive: keeper() !== undefined,
    isReadOnly: trainingOnly && begun().some((name) => name !== 'training'),
    now: () => clock.now(),
    onChange: options.onChange,
    onAltered: (why) => options.onAltered(why, keeper() ?? 'training'),
    onError: options.onError,
  });
  const attempts = openAttempts(database, clock);
  let comparing: Promise<void> = Promise.resolve();
  const ledgers = new Map<EnvironmentName, PromiseWithResolvers<Ledger | undefined>>();

  async function compare(name: EnvironmentName, { store }: LockableVault): Promise<void> {
    if (name !== keeper()) return;
    const ledger = await ledgers.get(name)?.promise;
    await guard.agreeWith({
      environment: name,
      store,
      audit: ledger?.audit,
      toldRevision: async () => (ledger === undefined ? 0 : toldRevision(ledger, store)),
      keeps: () => name === keeper(),
      isCurrent: async () => ledger !== undefined && (await isCurrent(ledger, store, stateFolder)),
    });
  }

  const people = openPeople(guard, attempts, openShortPinLock(database, clock));

  return {
    people,
    isManager: isManagerOf(people, guard),
    guard,
    attempts,
    keeper,
    /** Returns a vault whose opening ends only once the list of people agrees with it. */
    guardedVault: (name: EnvironmentName, vault: LockableVault): LockableVault => ({
      store: vault.store,
      get kind() {
        return vault.kind;
      },
      get failure() {
        return vault.failure;
      },
      get isOpen() {
        return vault.isOpen;
      },
      open(passphrase) {
        const opening = vault.open(passphrase).then(() => compare(name, vault));
        if (name === keeper()) comparing = opening;
        return opening;
      },
      changePassphrase: vault.changePassphrase,
      provePassphrase: vault.provePassphrase,
    }),
    /** Resolves after an attempt to open the keeper's vault: the list agrees with it, or the guard knows why not. */
    async settled() {
      await comparing.catch(() => undefined);
      await guard.settled();
    },
    /** Notes that an environment is being opened, so that its ledger will soon be known. */
    opening(name: EnvironmentName) {
      ledgers.set(name, Promise.withResolvers());
    },
    /** Notes that an environment was opened, or could not be. */
    opened(name: EnvironmentName, environment: Pick<OpenEnvironment, 'ledger'> | undefined) {
      ledgers.get(name)?.resolve(environment?.ledger);
    },
  };
}

/** Returns whether a person of a name is a manager; undefined while nobody is known, or there are no people. */
const isManagerOf =
  (people: Pick<People, 'list' | 'find'>, guard: Pick<PeopleGuard, 'state'>) =>
  (name: string): boolean | undefined => {
    const isKnown = guard.state === 'known' || guard.state === 'free';
    if (!isKnown || people.list().length === 0) return undefined;
    return people.find(name)?.role === 'manager';
  };

export type TerminalPeople = ReturnType<typeof createTerminalPeople>;

/** No list is changed so often: a line with a higher revision is forged, and is ignored. */
const highestRevision = 2 ** 40;
const recordedSchema = z.object({ revision: z.int().max(highestRevision) });

/**
 * Returns the highest revision of the list of people in the lines of the audit log that the vault's witness has not seen.
 * A record that is older than any line is in a vault whose witness is older too.
 */
async function toldRevision(ledger: Ledger, store: LockableVault['store']): Promise<number> {
  const seen = await witnessInVault(store, `${ledger.environment}/witness`)
    .read()
    .catch(() => undefined);
  const lines = ledger.audit.lines({ action: 'people-recorded', after: seen?.auditEntries });
  const told = [...lines].map(({ detail }) => recordedSchema.safeParse(detail).data?.revision ?? 0);
  return Math.max(0, ...told);
}

/** Returns true when the ledger has everything that its witnesses recorded, even if it is in another place. */
async function isCurrent(
  ledger: Ledger,
  store: LockableVault['store'],
  stateFolder: string,
): Promise<boolean> {
  const inVault = witnessInVault(store, `${ledger.environment}/witness`);
  const onMachine = machineRecordOf(stateFolder, ledger.id).store;
  try {
    for (const witness of [await inVault.read(), await onMachine.read()])
      if (witness !== undefined) checkHistory(ledger, witness);
    return true;
  } catch {
    return false;
  }
}
