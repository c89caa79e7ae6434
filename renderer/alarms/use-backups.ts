import { useQuery } from '@tanstack/react-query';
import type { Backups } from '../../shared/contract/upkeep.ts';
import { ask, queryKeys, useClient } from '../client.tsx';

/** Milliseconds between two looks: no event tells of a backup, and one is made a day. */
const lookEvery = 10 * 60_000;

/** How the backups of the environment on the screen stand; for managers. */
export function useBackups(isManager: boolean): Backups | undefined {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.backups,
    enabled: isManager,
    refetchInterval: lookEvery,
    queryFn: () => ask(client, 'upkeep.backups', {}),
  }).data;
}
