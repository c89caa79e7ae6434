import { QueryClient } from '@tanstack/react-query';
import type { Client } from '../../shared/contract/bridge.ts';
import type { CredentialView } from '../../shared/contract/credentials.ts';
import {
  type ChangeName,
  type Effect,
  effectOf,
  integrationQueries,
  type QueryName,
} from '../../shared/contract/effects.ts';
import type { TerminalEvent } from '../../shared/contract/events.ts';
import type { Answer, CommandInput, CommandName, CommandOutput } from '../../shared/contract/index.ts';
import type { InvoiceDetail, InvoiceRow } from '../../shared/contract/invoices.ts';
import type { TerminalStatus } from '../../shared/contract/terminal.ts';
import { FailureError, type Result } from '../../shared/failure.ts';
import type { InvoiceFilter } from './invoice-filter.ts';
import { type InvoicePages, upsertRow, withLateRows } from './invoice-pages.ts';
import { type LateRow, LateRows } from './late-rows.ts';

/** What was read or told, and when it was so by the terminal's count. */
export interface Known<T> {
  readonly value: T;
  readonly revision: number;
}

/** Queries with pages: `before` asks for those after the first. */
export type PagedQuery = Extract<
  QueryName,
  'invoice.list' | 'webhook.deliveries' | 'inbound.events' | 'remoteInvoice.list'
>;
export type PageOf<N extends PagedQuery> = CommandOutput<N> & { readonly revision: number };

const keyOf = <N extends QueryName>(name: N, input: CommandInput<N> | undefined) => [name, input] as const;
const pages = 'pages';
const rowKey = (uuid: string) => ['row', uuid] as const;

/**
 * What the screens know of one terminal. Answers and events meet here: by their revisions the newer one wins, in
 * whichever order they come.
 */
export class TerminalCache {
  /** Main is on this machine: no retries, no waiting for a network, and events keep what was read fresh. */
  readonly queries = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: Number.POSITIVE_INFINITY },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  readonly #client: Client;
  readonly #lateRows = new LateRows();

  constructor(client: Client) {
    this.#client = client;
  }

  /** Where the answer to a query is kept, and how it is read. */
  query<N extends QueryName>(name: N, input: CommandInput<N>) {
    const queryKey = keyOf(name, input);
    const queryFn = async (): Promise<Known<CommandOutput<N>>> => {
      const answer = await this.#read(name, input);
      const known = this.queries.getQueryData<Known<CommandOutput<N>>>(queryKey);
      return known !== undefined && known.revision > answer.revision ? known : answer;
    };
    return { queryKey, queryFn };
  }

  /** The same for a query that is read page by page. */
  pages<N extends PagedQuery>(name: N, input: Omit<CommandInput<N>, 'before'>) {
    const queryKey = [name, input, pages] as const;
    const queryFn = async ({ pageParam }: { pageParam: number | undefined }): Promise<PageOf<N>> => {
      const before = pageParam === undefined ? {} : { before: pageParam };
      const { value, revision } = await this.#read(name, { ...input, ...before } as CommandInput<N>);
      return { ...value, revision };
    };
    return { queryKey, queryFn };
  }

  /** Where events write the row of one document as long as it is on the screen. */
  row(issued: InvoiceRow) {
    return { queryKey: rowKey(issued.uuid), initialData: () => this.#lateRows.of(issued.uuid) ?? issued };
  }

  /**
   * Asks main once, or gives it a command; then what the command changed is read anew. Resolves when that was done, so
   * that whoever waits finds the screen up to date. Never rejects.
   */
  async call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandOutput<N>>> {
    const answer = await this.#client.call(name, input);
    const effect = effectOf(name);
    if (effect !== undefined) await this.#apply(effect, answer);
    return answer;
  }

  /** Drops the pages of a query that nobody will look at again as they are. */
  forgetPages<N extends PagedQuery>(name: N, input: Omit<CommandInput<N>, 'before'>): void {
    this.queries.removeQueries({ queryKey: this.pages(name, input).queryKey, exact: true });
  }

  /** Takes in every event of the terminal until the function it gives back is called. */
  follow(): () => void {
    const stopForgetting = this.#forgetOnChange();
    const stopListening = this.#client.on((event, revision) => this.#take(event, revision));
    return () => {
      stopForgetting();
      stopListening();
    };
  }

  /** @throws FailureError with the failure main answered */
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

  /** Keeps what a query without input would answer now, unless something newer is known. */
  #put(name: QueryName, value: unknown, revision: number): boolean {
    const queryKey = keyOf(name, {});
    const known = this.queries.getQueryData<Known<unknown>>(queryKey);
    if (known !== undefined && known.revision > revision) return false;
    this.queries.setQueryData<Known<unknown>>(queryKey, { value, revision });
    return true;
  }

  async #reread(names: readonly QueryName[]): Promise<void> {
    await Promise.all(names.map((name) => this.#readAnew([name])));
  }

  /** One that is under way may have been read before the change. */
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
        return;
      case 'credential':
        this.#takeCredential(event.credential, revision);
        return;
      case 'integrations':
        void this.#reread(event.parts.flatMap((part) => integrationQueries[part]));
        return;
      case 'invoice':
        this.#takeInvoice({ row: event.invoice, revision });
        return;
      case 'alarm':
        return; // for notifications; what lasts is in the status
    }
  }

  /** The list of environments has some of the same, and what of the company is fixed follows from it. */
  #takeCredential(credential: CredentialView, revision: number): void {
    this.#put('credential.get', credential, revision);
    void this.#reread(['environment.list', 'company.get']);
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
    void this.#readAnew(keyOf('invoice.answers', { uuid }));
    const detailKey = keyOf('invoice.get', { uuid });
    const detail = this.queries.getQueryData<Known<InvoiceDetail>>(detailKey);
    if (detail !== undefined && detail.revision >= revision) return;
    if (detail !== undefined)
      this.queries.setQueryData(detailKey, { value: { ...detail.value, ...row }, revision });
    // The row has no timeline; the rest is read anew.
    void this.#readAnew(detailKey);
  }

  /**
   * Another environment is another ledger, another role sees other things, and people may be known now: whoever brought
   * the news, an event or an answer, what was read before it is of no use.
   */
  #forgetOnChange(): () => void {
    const [status] = keyOf('terminal.status', {});
    const known = () => this.queries.getQueryData<Known<TerminalStatus>>(keyOf(status, {}))?.value;
    let before = known();
    return this.queries.getQueryCache().subscribe(({ query }) => {
      if (query.queryKey[0] !== status) return;
      const now = known();
      const last = before;
      before = now;
      if (last === undefined || now === undefined) return;
      const isSame = (['environment', 'role', 'people'] as const).every((fact) => last[fact] === now[fact]);
      if (isSame) return;
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

/** Answers with rows of documents that an event may have moved meanwhile. */
const withRows: WithLateRows = {
  'invoice.list': withLateRows,
  'invoice.get': (value, _, late) => ({ ...value, ...late.find(({ row }) => row.uuid === value.uuid)?.row }),
};
