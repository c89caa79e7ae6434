import { useRef, useState } from 'react';
import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/index.ts';
import type { Failure, Result } from '../../shared/failure.ts';
import { useTerminal } from './use-terminal.ts';

interface CommandState {
  readonly busy: boolean;
  /** The failure of the last run, if any. */
  readonly failure?: Failure | undefined;
}

export interface TerminalCommand<N extends CommandName> extends CommandState {
  /**
   * Sends the command and resolves once the data that it changed has been read again. While an earlier run is in
   * progress, it does nothing and resolves to undefined.
   */
  run(input: CommandInput<N>): Promise<Result<CommandOutput<N>> | undefined>;
  /** Removes the last failure from the screen. */
  forget(): void;
}

/** Returns a command for a button, with its progress and its failure. */
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
