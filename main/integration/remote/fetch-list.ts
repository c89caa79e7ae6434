import { setImmediate } from 'node:timers/promises';
import type { RemoteSettings } from '../../../shared/contract/programs/remote.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import type { RemoteInvoices } from '../inbound/remote-invoices.ts';
import { addressOf } from './address.ts';
import { readPages } from './invoice-list.ts';
import type { LimitedFetch } from './limited-fetch.ts';
import type { Tokens } from './tokens.ts';

export interface FetchListOptions {
  readonly database: Database;
  readonly invoices: Pick<RemoteInvoices, 'apply'>;
  readonly fetch: LimitedFetch;
  readonly now: () => number;
}

/** The counts so far; they grow while the list is fetched, so that a failure does not lose them. */
export interface FetchedCounts {
  invoices: number;
  unreadable: number;
}

export type FetchList = (settings: RemoteSettings, tokens: Tokens, counts: FetchedCounts) => Promise<void>;

export function createFetchList({ database, invoices, fetch, now }: FetchListOptions): FetchList {
  const store = database.transaction((updates: Parameters<typeof invoices.apply>[0][]) => {
    for (const item of updates) invoices.apply(item, now());
  });

  return async ({ baseUrl, mapping }, tokens, counts) => {
    const url = addressOf(baseUrl, '/v2/invoices');
    for await (const page of readPages({ url, tokens, mapping, fetch, now })) {
      for (const updates of groupsOf(page.updates)) {
        store.immediate(updates);
        await setImmediate(); // The till can sell while this waits.
      }
      counts.invoices += page.updates.length;
      counts.unreadable += page.unreadable;
    }
  };
}

/** The number of invoices stored at a time, so small that no customer has to wait. */
const atOnce = 200;

function groupsOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / atOnce) }, (_, index) =>
    items.slice(index * atOnce, (index + 1) * atOnce),
  );
}
