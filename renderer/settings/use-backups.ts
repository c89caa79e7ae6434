import { useQuery } from '@tanstack/react-query';
import type { Backups } from '../../shared/contract/upkeep.ts';
import { askWithNews, queryKeys, useClient } from '../client.tsx';

/** How the backups of the environment on the screen stand; for managers. Events keep it up to date. */
export function useBackups(): Backups | undefined {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.backups,
    queryFn: () => askWithNews(client, queryKeys.backups, 'upkeep.backups', {}),
  }).data;
}
