import {
  type CommandName,
  type CommandOutput,
  type CommandParsed,
  contract,
  isCommandName,
} from '../shared/contract/index.ts';
import {
  type Failure,
  type FailureCode,
  FailureError,
  fail,
  parseOrFail,
  type Result,
} from '../shared/failure.ts';
import { type Role, roles } from '../shared/status.ts';
import type { Logger } from './log.ts';

/** What answers each command; the input is already what the contract says. */
export type Handlers = {
  readonly [N in CommandName]: (
    input: CommandParsed<N>,
    role: Role,
  ) => CommandOutput<N> | Promise<CommandOutput<N>>;
};

/** A command by name with unknown input, as it comes through a door. Never rejects. */
export type Dispatch = (name: unknown, input: unknown, role: Role) => Promise<Result<unknown>>;

/** The one way from a door to a handler: name known, role enough, input parsed, failure made a value. */
export function createDispatch(handlers: Handlers, log: Logger): Dispatch {
  return async (name, input, role) => {
    try {
      if (!isCommandName(name)) return fail('not-found');
      return { ok: true, value: await run(handlers, name, input, role) };
    } catch (error) {
      return { ok: false, failure: failureOf(error, log, isCommandName(name) ? name : 'unknown command') };
    }
  };
}

async function run<N extends CommandName>(
  handlers: Handlers,
  name: N,
  input: unknown,
  role: Role,
): Promise<unknown> {
  if (roles.indexOf(role) < roles.indexOf(contract[name].role)) return fail('not-allowed');
  const parsed = parseOrFail(contract[name].input, input) as CommandParsed<N>;
  return handlers[name](parsed, role);
}

/** Everyday answers, which need no line in the log. */
const everyday: readonly FailureCode[] = [
  'bad-input',
  'not-found',
  'not-allowed',
  'not-onboarded',
  'sale-differs',
];

/**
 * What went wrong as a value. Anything but a named failure is a defect: logged with its stack, told as `internal`. A
 * failure that somebody may have to look into is logged with its cause.
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
