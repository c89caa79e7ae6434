import { useRef, useState } from 'react';
import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/index.ts';
import type { Failure, Result } from '../../shared/failure.ts';
import { useTerminal } from './use-terminal.ts';

interface CommandState {
  readonly busy: boolean;
  /** Why the last run did not succeed. */
  readonly failure?: Failure | undefined;
}

export interface TerminalCommand<N extends CommandName> extends CommandState {
  /**
   * Gives the command. Resolves when what it changed was read anew. While one is under way, a second press does nothing
   * and gives undefined.
   */
  run(input: CommandInput<N>): Promise<Result<CommandOutput<N>> | undefined>;
  /** Takes the last failure off the screen. */
  forget(): void;
}

/** One command on a button. */
export function useTerminalCommand<N extends CommandName>(name: N): TerminalCommand<N> {
  const terminal = useTerminal();
  const [state, setState] = useState<CommandState>({ busy: false });
  const isUnderWay = useRef(false);

  return {
    ...state,
    forget: () => setState({ busy: false }),
    async run(input) {
      if (isUnderWay.current) return undefined;
      isUnderWay.current = true;
      setState({ busy: true });
      const result = await terminal.call(name, input);
      isUnderWay.current = false;
      setState(result.ok ? { busy: false } : { busy: false, failure: result.failure });
      return result;
    },
  };
}
