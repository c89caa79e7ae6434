import { isQuery } from '../../../shared/contract/effects.ts';
import { type Answer, type CommandName, isCommandName } from '../../../shared/contract/index.ts';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import { fail } from '../../../shared/failure.ts';
import type { Role } from '../../../shared/status.ts';
import type { Dispatch } from '../../base/platform/dispatch.ts';
import type { WriteAudit } from '../../books/ledger/audit/audit-actions.ts';
import { languageOf } from '../../till/people/person-language.ts';
import { createSession } from '../../till/people/session.ts';
import { tryPassphrase } from '../../till/people/try-passphrase.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { OpenEnvironments } from './open-environments.ts';
import type { TerminalContext } from './terminal-context.ts';
import type { TerminalPeople } from './terminal-people.ts';
import { peopleStatus, statusOf } from './terminal-status.ts';

export interface ScreenOptions {
  readonly context: TerminalContext;
  readonly terminalPeople: TerminalPeople;
  readonly environments: Pick<OpenEnvironments, 'current' | 'all'>;
  /** Writes a line to the audit log of the environment on the screen. */
  readonly audit: WriteAudit;
  readonly sampleShop: () => TerminalStatus['sampleShop'];
}

/** Tells a person's actions from a page's own requests: for updates, or for the outcome of a card payment. */
const isByPerson = (name: CommandName) => !isQuery(name) && name !== 'card.status';

/** The person at the terminal's screen, and the commands and status for them. */
export function createScreen({ context, terminalPeople, environments, audit, sampleShop }: ScreenOptions) {
  const { clock, version, events, settings, report, quietly } = context;
  const { people, guard, attempts } = terminalPeople;

  const session = createSession({
    people,
    state: () => guard.state,
    clock,
    onChange: () => events.emitStatusNow(),
    onExpired: (name) => quietly('signing out', () => audit(name, 'signed-out', { why: 'idle' })),
  });

  /** Returns the environment whose vault keeps the people; undefined if none is set up, or it cannot be opened. */
  function keeper(): OpenEnvironment | undefined {
    const name = terminalPeople.keeper();
    return name && environments.all().get(name);
  }

  return {
    session,
    keeper,
    status(role: Role) {
      const current = environments.current();
      const person = session.person()?.name;
      return {
        ...statusOf(current, clock),
        ...peopleStatus({
          guard,
          keeper: keeper(),
        }),
        ...(current.environment === 'training' && { sampleShop: sampleShop() }),
        role,
        person,
        language: person === undefined ? undefined : languageOf(settings, person),
        version,
      };
    },
    /** Checks a passphrase. @throws FailureError unless it is that of the vault that keeps the people */
    async provePassphrase(passphrase: string) {
      const { vault, ...environment } = keeper() ?? fail('not-allowed');
      await tryPassphrase(environment, { attempts, clock, actor: 'screen' }, () =>
        vault.provePassphrase(passphrase),
      );
    },
    /** Runs one command for the person who is signed in. */
    async call(dispatch: Dispatch, name: unknown, input: unknown): Promise<Answer<unknown>> {
      let end = () => {};
      try {
        const caller = {
          role: session.role(),
          name: session.person()?.name ?? 'screen',
          isPinFresh: session.isPinFresh(),
        };
        if (isCommandName(name) && isByPerson(name)) end = session.begin();
        return await dispatch(name, input, caller);
      } catch (error) {
        return { ok: false, failure: report('asking who is at the screen')(error) };
      } finally {
        end();
      }
    },
    /** Signs the person out because the system was locked or is going to sleep. */
    lock() {
      const person = quietly('locking', () => session.person());
      session.signOut();
      if (person !== undefined) quietly('locking', () => audit(person.name, 'signed-out', { why: 'system' }));
    },
  };
}
