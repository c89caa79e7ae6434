import type { Terminal } from '../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/index.ts';
import { FailureError } from '../../shared/failure.ts';
import { manager } from '../support/run/callers.ts';

/** Sends one command of the contract, as the manager unless it is somebody else's, and throws its failure. */
export type Ask = <N extends CommandName>(name: N, input: CommandInput<N>) => Promise<CommandOutput<N>>;

export function asking(terminal: Terminal, caller = manager): Ask {
  return async <N extends CommandName>(name: N, input: CommandInput<N>) => {
    const result = await terminal.call(name, input, caller);
    if (!result.ok) throw new FailureError(result.failure);
    return result.value as CommandOutput<N>;
  };
}
