import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/index.ts';
import { ask, queryKeys, useClient } from '../client.tsx';
import { type Command, useCommand } from '../use-command.ts';

/** Milliseconds between two looks at what no event tells of. */
export const lookAgain = 3_000;

/** What a command answers, read anew whenever its page is opened; again and again where `every` (milliseconds) says so. */
export function useAsk<N extends CommandName>(
  name: N,
  input: CommandInput<N>,
  every?: number,
): UseQueryResult<CommandOutput<N>> {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.integrations, name, input],
    queryFn: () => ask(client, name, input),
    refetchOnMount: 'always',
    // The page may have slept, or the preview's connection broken, while events passed.
    refetchOnWindowFocus: 'always',
    ...(every !== undefined && { refetchInterval: every }),
  });
}

/**
 * A command that changes something here: what was read is read again, also when it failed, because a part may be done.
 * Its answer goes to the caller alone: no cache keeps a secret.
 */
export function useChange<N extends CommandName>(name: N): Command<N> {
  const command = useCommand(name);
  const cache = useQueryClient();
  return {
    ...command,
    async run(input) {
      const result = await command.run(input);
      if (result !== undefined) await cache.invalidateQueries({ queryKey: queryKeys.integrations });
      return result;
    },
  };
}
