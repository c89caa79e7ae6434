import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Client } from '../shared/contract/bridge.ts';
import type { CredentialView } from '../shared/contract/credentials.ts';
import type { CommandOutput } from '../shared/contract/index.ts';
import type { InvoiceDetail, InvoiceRow } from '../shared/contract/invoices.ts';
import type { TerminalStatus } from '../shared/contract/terminal.ts';
import { queryKeys } from './client.tsx';
import { belongs, type InvoiceFilter } from './invoices/narrowing.ts';
import { takeNews } from './news.ts';

export type InvoicePage = CommandOutput<'invoice.list'>;
export type InvoicePages = InfiniteData<InvoicePage, number | undefined>;

/** Rows of late events, so that an answer that left main before an event does not undo what the event said. */
const lateRows = new Map<string, { row: InvoiceRow; turn: number }>();
/** More than can change while one call is under way. */
const lateRowsKept = 500;
let turn = 0;

/** Remembers the moment a call begins; what it gives back then brings the answer's rows up to date. */
export function sinceNow(): <Row extends InvoiceRow>(row: Row) => Row {
  const begun = turn;
  return (row) => {
    const late = lateRows.get(row.uuid);
    return late !== undefined && late.turn > begun ? { ...row, ...late.row } : row;
  };
}

/** Writes every event of the terminal into the query cache until the function it gives back is called. */
export function followTerminal(client: Client, cache: QueryClient): () => void {
  const stopForgetting = forgetOnChange(cache);
  const stopListening = client.on((event) => {
    if (event.type === 'status') takeNews(cache, queryKeys.status, event.status);
    else if (event.type === 'onboarding') takeNews(cache, queryKeys.onboarding, { steps: event.steps });
    else if (event.type === 'backups') takeNews(cache, queryKeys.backups, event.backups);
    else if (event.type === 'credential') takeCredential(cache, event.credential);
    else if (event.type === 'approvals') void cache.invalidateQueries({ queryKey: queryKeys.approvals });
    else if (event.type === 'invoice') takeInvoice(cache, event.invoice);
  });
  return () => {
    stopForgetting();
    stopListening();
  };
}

/**
 * Another environment is another ledger, another role sees other things: whoever brought the news, an event or an
 * answer, what was read before it is of no use.
 */
function forgetOnChange(cache: QueryClient): () => void {
  const known = () => cache.getQueryData<TerminalStatus>(queryKeys.status);
  let before = known();
  return cache.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== queryKeys.status[0]) return;
    const now = known();
    const last = before;
    before = now;
    if (last === undefined || now === undefined) return;
    if (last.environment === now.environment && last.role === now.role) return;
    if (last.environment !== now.environment) lateRows.clear();
    void cache.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.status[0] });
  });
}

/** The list of environments has some of the same, and what of the company is fixed follows from it. */
function takeCredential(cache: QueryClient, credential: CredentialView): void {
  takeNews(cache, queryKeys.credential, credential);
  void cache.invalidateQueries({ queryKey: queryKeys.environments });
  void cache.invalidateQueries({ queryKey: queryKeys.company });
}

function takeInvoice(cache: QueryClient, row: InvoiceRow): void {
  remember(row);
  cache.setQueryData(queryKeys.row(row.uuid), row);
  for (const [key, pages] of cache.getQueriesData<InvoicePages>({ queryKey: queryKeys.invoices })) {
    const filter = key[1] as InvoiceFilter | undefined;
    if (pages !== undefined) cache.setQueryData(key, upsertRow(pages, row, filter));
  }
  const detail = cache.getQueryData<InvoiceDetail>(queryKeys.invoice(row.uuid));
  if (detail === undefined) return;
  cache.setQueryData(queryKeys.invoice(row.uuid), { ...detail, ...row });
  // The row has no timeline; the rest is read anew.
  void cache.invalidateQueries({ queryKey: queryKeys.invoice(row.uuid) });
}

function remember(row: InvoiceRow): void {
  turn += 1;
  lateRows.delete(row.uuid); // so that the map's order is the order of last change
  lateRows.set(row.uuid, { row, turn });
  const [eldest] = lateRows.keys();
  if (lateRows.size > lateRowsKept && eldest !== undefined) lateRows.delete(eldest);
}

/**
 * Puts a row where it belongs in a list, newest first. A row that is there stays where it is, even when the filter
 * would not let it through any more: nothing vanishes under a finger. A row older than all that is loaded is left to
 * its page.
 */
export function upsertRow(
  list: InvoicePages,
  row: InvoiceRow,
  filter: InvoiceFilter | undefined,
): InvoicePages {
  const isHere = list.pages.some((page) => page.rows.some(({ uuid }) => uuid === row.uuid));
  if (isHere) {
    const pages = list.pages.map((page) =>
      page.rows.some(({ uuid }) => uuid === row.uuid)
        ? { ...page, rows: page.rows.map((old) => (old.uuid === row.uuid ? row : old)) }
        : page,
    );
    return { ...list, pages };
  }
  if (!belongs(row, filter)) return list;
  const loaded = list.pages.reduce((sum, page) => sum + page.rows.length, 0);
  const { total = 0, more = false } = list.pages.at(-1) ?? {};
  const isWhole = !more && loaded >= total;
  const home = list.pages.findIndex((page, index) => {
    const oldest = page.rows.at(-1);
    const isEnd = isWhole && index === list.pages.length - 1;
    return isEnd || (oldest !== undefined && oldest.icv < row.icv);
  });
  // Whether one that is not loaded was counted before, nobody here can say.
  if (home === -1) return list;
  const pages = list.pages.map((page, index) => ({
    ...page,
    // What is counted only so far is not counted on.
    total: page.more ? page.total : page.total + 1,
    rows: index === home ? [...page.rows, row].sort((a, b) => b.icv - a.icv) : page.rows,
  }));
  return { ...list, pages };
}
