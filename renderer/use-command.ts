import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CommandInput, CommandName, CommandOutput } from '../shared/contract/index.ts';
import type { Failure, Result } from '../shared/failure.ts';
import { queryKeys, useClient } from './client.tsx';

interface CommandState {
  readonly busy: boolean;
  /** Why the last run did not succeed. */
  readonly failure?: Failure | undefined;
}

export interface Command<N extends CommandName> extends CommandState {
  /** Asks main. While one is under way, a second press does nothing and gives undefined. */
  run(input: CommandInput<N>): Promise<Result<CommandOutput<N>> | undefined>;
  /** Takes the last failure off the screen. */
  forget(): void;
}

/** One command on a button: what it answers is put where the queries of the same thing find it. */
export function useCommand<N extends CommandName>(name: N): Command<N> {
  const client = useClient();
  const cache = useQueryClient();
  const [state, setState] = useState<CommandState>({ busy: false });
  const isUnderWay = useRef(false);

  return {
    ...state,
    forget: () => setState({ busy: false }),
    async run(input) {
      if (isUnderWay.current) return undefined;
      isUnderWay.current = true;
      setState({ busy: true });
      const result = await client.call(name, input);
      isUnderWay.current = false;
      setState(result.ok ? { busy: false } : { busy: false, failure: result.failure });
      if (!result.ok) return result;
      const [area] = name.split('.');
      if (area === 'people' && 'people' in result.value) cache.setQueryData(queryKeys.people, result.value);
      if (area === 'environment') cache.setQueryData(queryKeys.environments, result.value);
      if (area === 'credential') {
        cache.setQueryData(queryKeys.credential, result.value);
        void cache.invalidateQueries({ queryKey: queryKeys.environments });
      }
      if (area === 'company') void cache.invalidateQueries({ queryKey: queryKeys.company });
      // Who is signed in, what is open and what is on the screen is the status's to say.
      if (area !== 'credential') void cache.invalidateQueries({ queryKey: queryKeys.status });
      return result;
    },
  };
}
