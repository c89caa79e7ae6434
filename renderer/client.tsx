import { QueryClient, type QueryKey, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Client } from '../shared/contract/bridge.ts';
import type { CommandInput, CommandName, CommandOutput } from '../shared/contract/index.ts';
import { FailureError } from '../shared/failure.ts';
import { newsFromNow } from './news.ts';

export const ClientContext = createContext<Client | undefined>(undefined);

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error('outside ClientContext');
  return client;
}

/** Main is on this machine: no retries, no waiting for a network, and events keep what was read fresh. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: Number.POSITIVE_INFINITY },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * Asks main, for TanStack Query.
 * @throws FailureError with the failure main answered
 */
export async function ask<N extends CommandName>(
  client: Client,
  name: N,
  input: CommandInput<N>,
): Promise<CommandOutput<N>> {
  const result = await client.call(name, input);
  if (!result.ok) throw new FailureError(result.failure);
  return result.value;
}

/** Asks main for what events tell of too; an event that comes before the answer counts more. */
export async function askWithNews<N extends CommandName>(
  client: Client,
  key: QueryKey,
  name: N,
  input: CommandInput<N>,
): Promise<CommandOutput<N>> {
  const upToDate = newsFromNow(key);
  return upToDate(await ask(client, name, input));
}

export const queryKeys = {
  status: ['status'],
  onboarding: ['onboarding'],
  credential: ['credential'],
  environments: ['environments'],
  company: ['company'],
  people: ['people'],
  backups: ['backups'],
  row: (uuid: string) => ['row', uuid],
  invoice: (uuid: string) => ['invoice', uuid],
  /** How receipts are printed. */
  printing: ['printing'],
  printers: ['printers'],
  /** Everything the pages of integrations have read; after it the command and its input. */
  integrations: ['integrations'],
  approvals: ['integrations', 'integration.approvals'],
  /** The lists, one for each filter. */
  invoices: ['invoices'],
  /** What was sold before, one for each text. */
  items: ['items'],
} as const;

/** What the terminal last said about itself. */
export function useStatus() {
  return useStatusQuery().data;
}

export function useStatusQuery() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.status,
    queryFn: () => askWithNews(client, queryKeys.status, 'terminal.status', {}),
    // The page may have slept, or the preview's connection broken, while events passed.
    refetchOnWindowFocus: 'always',
  });
}

/** The credential of the environment on the screen and the way to it. For managers. */
export function useCredential() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.credential,
    queryFn: () => askWithNews(client, queryKeys.credential, 'credential.get', {}),
  }).data;
}

export function useEnvironments() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.environments,
    queryFn: () => ask(client, 'environment.list', {}),
    // What waits in the other environments is told by no event.
    refetchOnMount: 'always',
  }).data?.environments;
}

export function useCompany() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.company, queryFn: () => ask(client, 'company.get', {}) }).data;
}

export function usePeople() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.people, queryFn: () => ask(client, 'people.list', {}) }).data?.people;
}
