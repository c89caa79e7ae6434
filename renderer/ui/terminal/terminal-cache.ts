import { QueryClient } from '@tanstack/react-query';
import type { Client } from '../../../shared/contract/bridge.ts';
import {
  articleQueries,
  type ChangeName,
  type Effect,
  effectOf,
  integrationQueries,
  type QueryName,
  terminalQueries,
} from '../../../shared/contract/effects.ts';
import type { TerminalEvent } from '../../../shared/contract/events.ts';
import type { Answer, CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import type { CredentialView } from '../../../shared/contract/terminal/credentials.ts';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import type { InvoiceDetail, InvoiceRow } from '../../../shared/contract/till/invoices.ts';
import { FailureError, type Result } from '../../../shared/failure.ts';
import type { InvoiceFilter } from './invoice-filter.ts';
import { type InvoicePages, upsertRow, withLateRows } from './invoice-pages.ts';
import { type LateRow, LateRows } from './late-rows.ts';

/** A value from an answer or an event, with the terminal's revision at that time. */
export interface Known<T> {
  readonly value: T;
  readonly revision: number;
}

/** The queries with pages: `before` asks for those after the first. */
export type PagedQuery = Extract<
  QueryName,
  'invoice.list' | 'webhook.deliveries' | 'inbound.events' | 'remoteInvoice.list' | 'log.list'
>;
/** The start of a page: a place in a list, or a time. */
export type PageStart = number | string;
export type PageOf<N extends PagedQuery> = CommandOutput<N> & { readonly revision: number };

const keyOf = <N extends QueryName>(name: N, input: CommandInput<N> | undefined) => [name, input] as const;
const pages = 'pages';
/** The number of milliseconds in which documents are collected before their sums are read. */
const takingsDelay = 2_000;

const rowKey = (uuid: string) => ['row', uuid] as const;

/**
 * The screens' data about a terminal. Answers and events meet here, and the newer revision wins, in whatever order they
 * arrive.
 */
export class TerminalCache {
  /**
   * The query client. The main process is on this machine, so there are no retries and no waiting for a network; events
   * keep the data fresh.
   */
  readonly queries = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: Number.POSITIVE_INFINITY },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  readonly #client: Client;
  readonly #lateRows = new LateRows();
  /** The number of changes of person, role or environment so far, and the number at which each row was issued. */
  #era = 0;
  #takingsTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #eras = new WeakMap<InvoiceRow, number>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** Returns the cache key of a query and the function that reads it. */
  query<N extends QueryName>(
    name: N,
    input: CommandInput<N>,
  ): {
    queryKey: readonly [name: N, input: CommandInput<N> | undefined];
    queryFn: () => Promise<Known<CommandOutput<N>>>;
  } {
    const queryKey = keyOf(name, input);
    const queryFn = async (): Promise<Known<CommandOutput<N>>> => {
      const answer = await this.#read(name, input);
      const cached = this.queries.getQueryData<Known<CommandOutput<N>>>(queryKey);
      return cached !== undefined && cached.revision > answer.revision ? cached : answer;
    };
    return { queryKey, queryFn };
  }

  /** Returns the cache key and the function for a query that is read page by page. */
  pages<N extends PagedQuery>(name: N, input: Omit<CommandInput<N>, 'before'>) {
    const queryKey = [name, input, pages] as const;
    const queryFn = async ({ pageParam }: { pageParam: PageStart | undefined }): Promise<PageOf<N>> => {
      const before = pageParam === undefined ? {} : { before: pageParam };
      const { value, revision } = await this.#read(name, { ...input, ...before } as CommandInput<N>);
      return { ...value, revision };
    };
    return { queryKey, queryFn };
  }

  /**
   * Returns the cache entry of a document's row, which events update as long as it is on the screen. After a change of
   * person it is read again: nobody was signed in when some events came.
   */
  row(issued: InvoiceRow) {
    const era = this.#eras.get(issued) ?? this.#era;
    this.#eras.set(issued, era);
    return {
      queryKey: rowKey(issued.uuid),
      queryFn: async (): Promise<InvoiceRow> =>
        (await this.#read('invoice.get', { uuid: issued.uuid })).value,
      initialData: () => this.#lateRows.of(issued.uuid) ?? issued,
      staleTime: era === this.#era ? Number.POSITIVE_INFINITY : 0,
    };
  }

  /**
   * Sends one query or command to the main process, then reads again any data that the command changed. Resolves after
   * that, so that the screen is up to date for the caller. Never rejects.
   */
  async call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandOutput<N>>> {
    const answer = await this.#client.call(name, input);
    const effect = effectOf(name);
    if (effect !== undefined) await this.#apply(effect, answer);
    return answer;
  }

  /** Drops the pages of a query, so that the next use reads them again. */
  forgetPages<N extends PagedQuery>(name: N, input: Omit<CommandInput<N>, 'before'>): void {
    this.queries.removeQueries({ queryKey: this.pages(name, input).queryKey, exact: true });
  }

  /**
   * Listens to every event of the terminal.
   * @returns the function that stops listening
   */
  follow(): () => void {
    const stopForgetting = this.#forgetOnChange();
    const stopListening = this.#client.on((event, revision) => this.#take(event, revision));
    // Events may have been missed meanwhile.
    const stopReaching = this.onReach((isReached) => {
      if (isReached) void this.queries.invalidateQueries();
    });
    return () => {
      stopForgetting();
      stopListening();
      stopReaching();
    };
  }

  /**
   * Calls the listener when the terminal's process stops or begins again to answer.
   * @returns the function that stops listening
   */
  onReach(listener: (isReached: boolean) => void): () => void {
    return this.#client.onReach(listener);
  }

  /**
   * Reads the answer to a query and applies the latest events to it.
   * @throws FailureError with the failure of the main process
   */
  async #read<N extends QueryName>(name: N, input: CommandInput<N>): Promise<Known<CommandOutput<N>>> {
    const answer = await this.#client.call(name, input);
    if (!answer.ok) throw new FailureError(answer.failure);
    const { value, revision = 0 } = answer;
    const bringUpToDate: WithLateRows[N] = withRows[name];
    const late = this.#lateRows.after(revision);
    return { value: bringUpToDate?.(value, revision, late, input) ?? value, revision };
  }

  async #apply({ answers, rereads }: Effect<ChangeName>, answer: Answer<unknown>): Promise<void> {
    if (answers === undefined) return this.#reread(rereads);
    const isTaken =
      answer.ok && answer.revision !== undefined && this.#put(answers, answer.value, answer.revision);
    await this.#reread(isTaken ? rereads : [answers, ...rereads]);
  }

  /** Stores the current answer to a query without input, unless a newer one is known. */
  #put(name: QueryName, value: unknown, revision: number): boolean {
    const queryKey = keyOf(name, {});
    const cached = this.queries.getQueryData<Known<unknown>>(queryKey);
    if (cached !== undefined && cached.revision > revision) return false;
    this.queries.setQueryData<Known<unknown>>(queryKey, { value, revision });
    return true;
  }

  async #reread(names: readonly QueryName[]): Promise<void> {
    await Promise.all(names.map((name) => this.#readAnew([name])));
  }

  /** Cancels a read that is in progress first, as it may be older than the change. */
  async #readAnew(queryKey: readonly unknown[]): Promise<void> {
    await this.queries.cancelQueries({ queryKey });
    await this.queries.invalidateQueries({ queryKey });
  }

  #take(event: TerminalEvent, revision: number): void {
    switch (event.type) {
      case 'status':
        this.#put('terminal.status', event.status, revision);
        return;
      case 'onboarding':
        this.#put('terminal.onboarding', { steps: event.steps }, revision);
        return;
      case 'backups':
        this.#put('maintenance.backups', event.backups, revision);
        void this.#reread(['goLive.get']);
        return;
      case 'month':
        this.#put('month.get', event.month, revision);
        return;
      case 'credential':
        this.#takeCredential(event.credential, revision);
        return;
      case 'integrations':
        void this.#reread(event.parts.flatMap((part) => integrationQueries[part]));
        return;
      case 'terminal':
        void this.#reread(terminalQueries);
        return;
      case 'articles':
        void this.#reread([...articleQueries, 'goLive.get']);
        return;
      case 'invoice':
        this.#takeInvoice({ row: event.invoice, revision });
        return;
      case 'alarm':
        return; // This event is only for notifications; the status contains the lasting alarms.
    }
  }

  /**
   * Stores the credential, and reads again the data that depends on it: the list of environments and the company's
   * fixed fields.
   */
  #takeCredential(credential: CredentialView, revision: number): void {
    this.#put('credential.get', credential, revision);
    void this.#reread(['environment.list', 'company.get']);
  }

  /** Reads sums and groups of documents again, once for all of a few seconds: in a rush there are many a second. */
  #readSumsSoon(): void {
    this.#takingsTimer ??= setTimeout(() => {
      this.#takingsTimer = undefined;
      void this.#reread([
        'takings.get',
        'takings.figures',
        'invoice.sums',
        'invoice.rejections',
        'goLive.get',
      ]);
    }, takingsDelay);
  }

  #takeInvoice(late: LateRow): void {
    if (!this.#lateRows.take(late)) return;
    const { row, revision } = late;
    const shown = rowKey(row.uuid);
    if (this.queries.getQueryState(shown) !== undefined) this.queries.setQueryData(shown, row);
    for (const [key, list] of this.queries.getQueriesData<InvoicePages>({ queryKey: ['invoice.list'] }))
      if (list !== undefined && key[2] === pages)
        this.queries.setQueryData(key, upsertRow(list, late, key[1] as InvoiceFilter));
    const { uuid } = row;
    void this.#readAnew(['sale.beforeStart']);
    void this.#readAnew(keyOf('invoice.answers', { uuid }));
    this.#readSumsSoon();
    // The answer to a document may have been a fault that was requested.
    void this.#readAnew(['practice.faults']);
    const detailKey = keyOf('invoice.get', { uuid });
    const detail = this.queries.getQueryData<Known<InvoiceDetail>>(detailKey);
    if (detail !== undefined && detail.revision >= revision) return;
    if (detail !== undefined)
      this.queries.setQueryData(detailKey, { value: { ...detail.value, ...row }, revision });
    // Reads the document again, since a row has no timeline.
    void this.#readAnew(detailKey);
  }

  /**
   * Drops all data except the status when the environment, the role or the state of the list of people changes, by an
   * event or an answer: another environment has another ledger, and another role sees other data.
   */
  #forgetOnChange(): () => void {
    const [status] = keyOf('terminal.status', {});
    const cached = () => this.queries.getQueryData<Known<TerminalStatus>>(keyOf(status, {}))?.value;
    let before = cached();
    return this.queries.getQueryCache().subscribe(({ query }) => {
      if (query.queryKey[0] !== status) return;
      const now = cached();
      const last = before;
      before = now;
      if (last === undefined || now === undefined) return;
      const isSame = (['environment', 'role', 'people'] as const).every((fact) => last[fact] === now[fact]);
      if (isSame) return;
      this.#era += 1;
      if (last.environment !== now.environment) this.#lateRows.clear();
      void this.queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== status });
    });
  }
}

type WithLateRows = {
  readonly [N in QueryName]?: (
    value: CommandOutput<N>,
    revision: number,
    late: readonly LateRow[],
    input: CommandInput<N>,
  ) => CommandOutput<N>;
};

/** Applies the latest events to answers with rows of documents. */
const withRows: WithLateRows = {
  'invoice.list': withLateRows,
  'invoice.get': (value, _, late) => ({ ...value, ...late.find(({ row }) => row.uuid === value.uuid)?.row }),
};
