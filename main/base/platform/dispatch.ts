import type { ActorKind } from '../../../shared/actor.ts';
import type { Command } from '../../../shared/contract/command.ts';
import { isQuery } from '../../../shared/contract/effects.ts';
import {
  type Answer,
  type CommandInput,
  type CommandName,
  type CommandOutput,
  type CommandParsed,
  contract,
  isCommandName,
} from '../../../shared/contract/index.ts';
import { type Failure, type FailureCode, FailureError, fail, parseOrFail } from '../../../shared/failure.ts';
import { type Role, roles } from '../../../shared/status.ts';
import type { Logger } from './log.ts';
import type { Revisions } from './revisions.ts';

/** The caller: what they may do, and their name for the audit log. */
export interface Caller {
  readonly role: Role;
  readonly name: string;
  /** The kind of caller; by default a person at the screen. */
  readonly kind?: ActorKind;
  /** False for a person at the screen who has not entered the PIN recently. Other callers have no PIN to enter. */
  readonly isPinFresh?: boolean | undefined;
}

/** The functions that answer the commands; the contract has checked their input. One may return nothing instead of `{}`. */
export type Handlers = {
  readonly [N in CommandName]:
    | Handler<N, CommandOutput<N>>
    | (CommandOutput<N> extends Record<string, never> ? Handler<N, void> : never);
};

type Handler<N extends CommandName, Output> = (
  input: CommandParsed<N>,
  caller: Caller,
) => Output | Promise<Output>;

export type HandlersOf<Prefix extends string> = Pick<Handlers, Extract<CommandName, `${Prefix}${string}`>>;

/** Answers a command by name with unknown input, as an entry point passes it on. Never rejects. */
export type Dispatch = (name: unknown, input: unknown, caller: Caller) => Promise<Answer<unknown>>;

export type Ask = <N extends CommandName>(name: N, input: CommandInput<N>) => Promise<CommandOutput<N>>;

/** Returns a function that runs commands for one caller, and throws their FailureError. */
export const askAs =
  (dispatch: Dispatch, caller: Caller): Ask =>
  async (name, input) => {
    const answer = await dispatch(name, input, caller);
    if (!answer.ok) throw new FailureError(answer.failure);
    return answer.value as CommandOutput<typeof name>;
  };

/**
 * The only path from an entry point to a handler: it checks the name and the role, parses the input, turns a failure
 * into a value, and gives the answer its revision.
 * @param handlers looked up at every call: another environment may be on the screen
 */
export function createDispatch(handlers: () => Handlers, log: Logger, revisions: Revisions): Dispatch {
  return async (name, input, caller) => {
    const begun = revisions.last;
    try {
      if (!isCommandName(name)) return fail('not-found');
      const value = await run(handlers(), name, input, caller);
      // It is unknown at which moment a query read, but it saw everything from before it began.
      if (isQuery(name)) return { ok: true, value, revision: begun };
      const isAlone = revisions.last === begun;
      const revision = revisions.next();
      return { ok: true, value, ...(isAlone && { revision }) };
    } catch (error) {
      // A part of the command may have been carried out.
      if (isCommandName(name) && !isQuery(name)) revisions.next();
      return { ok: false, failure: failureOf(error, log, isCommandName(name) ? name : 'unknown command') };
    }
  };
}

async function run<N extends CommandName>(
  handlers: Handlers,
  name: N,
  input: unknown,
  caller: Caller,
): Promise<unknown> {
  if (roles.indexOf(caller.role) < roles.indexOf(contract[name].role)) return fail('not-allowed');
  const parsed = parseOrFail(contract[name].input, input) as CommandParsed<N>;
  const { needsPin }: Command = contract[name];
  if (caller.isPinFresh === false && needsPin?.(parsed) === true) return fail('pin-needed');
  return (await handlers[name](parsed, caller)) ?? {};
}

/** Everyday failures, which need no line in the log. */
const everyday: readonly FailureCode[] = [
  'bad-input',
  'not-found',
  'set-by-policy',
  'not-allowed',
  'wrong-pin',
  'short-pins-locked',
  'short-pins-off',
  'pin-needed',
  'no-manager',
  'no-company',
  'go-live-missing',
  'sample-shop',
  'flow-running',
  'not-onboarded',
  'sale-differs',
];

/**
 * Returns an error as a value. Anything but a named failure is a defect, logged with its stack and answered as
 * `internal`. A failure that somebody may have to investigate is logged with its cause.
 */
export function failureOf(error: unknown, log: Logger, doing: string): Failure {
  if (error instanceof FailureError) {
    const { failure, cause } = error;
    if (!everyday.includes(failure.code)) log.warn({ failure, err: cause, doing }, 'failure');
    return failure;
  }
  log.error({ err: error, doing }, 'defect');
  return { code: 'internal' };
}
