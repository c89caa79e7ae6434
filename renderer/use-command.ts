import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CommandInput, CommandName, CommandOutput } from '../shared/contract/index.ts';
import type { Failure, Result } from '../shared/failure.ts';
import { queryKeys, useClient } from './client.tsx';
import { newsFromNow } from './news.ts';

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
      const upToDate = newsFromNow(queryKeys.credential);
      const result = await client.call(name, input);
      isUnderWay.current = false;
      setState(result.ok ? { busy: false } : { busy: false, failure: result.failure });
      if (!result.ok) return result;
      takeAnswer(cache, name, name.startsWith('credential.') ? upToDate(result.value) : result.value);
      return result;
    },
  };
}

/** Puts an answer where the queries of the same thing find it, and has what else it changed read again. */
function takeAnswer(cache: QueryClient, name: CommandName, value: unknown): void {
  const again = (queryKey: readonly string[]) => void cache.invalidateQueries({ queryKey });
  const [area] = name.split('.');
  if (area === 'credential') {
    cache.setQueryData(queryKeys.credential, value);
    again(queryKeys.environments);
    again(queryKeys.company);
    return;
  }
  if (name === 'people.save' || name === 'people.remove') cache.setQueryData(queryKeys.people, value);
  if (area === 'environment') cache.setQueryData(queryKeys.environments, value);
  if (name === 'company.save') {
    const { company } = value as CommandOutput<'company.save'>;
    cache.setQueryData<CommandOutput<'company.get'>>(
      queryKeys.company,
      (known) => known && { ...known, company },
    );
    again(queryKeys.company);
  }
  // Who is signed in, what is open and what is on the screen is the status's to say.
  again(queryKeys.status);
}
