import { useCallback, useRef, useState } from 'react';
import type { ChangeName } from '../../../shared/contract/effects.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import type { Failure, Result } from '../../../shared/failure.ts';
import { useTerminal } from './use-terminal.ts';

interface CommandState {
  readonly busy: boolean;
  readonly failure?: Failure | undefined;
}

interface TerminalCommand<N extends CommandName> extends CommandState {
  forget(): void;
  /**
   * Sends the command and resolves once the data that it changed has been read again. While an earlier run is in
   * progress, it does nothing and resolves to undefined.
   */
  run(input: CommandInput<N>): Promise<Result<CommandOutput<N>> | undefined>;
}

/** Returns a command for a button, with its progress and its failure. */
export function useTerminalCommand<N extends CommandName>(name: N): TerminalCommand<N> {
  const send = useSend(name);
  const [state, setState] = useState<CommandState>({ busy: false });
  const isUnderWay = useRef(false);

  return {
    ...state,
    forget: () => setState({ busy: false }),
    async run(input: CommandInput<N>) {
      if (isUnderWay.current) return undefined;
      isUnderWay.current = true;
      setState({ busy: true });
      const result = await send(input);
      isUnderWay.current = false;
      setState(result.ok ? { busy: false } : { busy: false, failure: result.failure });
      return result;
    },
  };
}

/** Sends a command, and resolves once the data that it changed has been read again. Never rejects. */
export type Send<N extends CommandName> = (input: CommandInput<N>) => Promise<Result<CommandOutput<N>>>;

/**
 * Returns a function that sends a command for which no button waits; it stays the same function. Every call is sent,
 * also while an earlier one is under way, and renders nothing. `useTerminalCommand` would drop a second report, such as
 * the newest line for the customer's display, and show the progress of each step of a longer action.
 */
export function useTerminalSend<N extends ChangeName>(name: N): Send<N> {
  return useSend(name);
}

function useSend<N extends CommandName>(name: N): Send<N> {
  const terminal = useTerminal();
  return useCallback((input) => terminal.call(name, input), [terminal, name]);
}
