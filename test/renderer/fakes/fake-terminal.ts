import type { Alarm } from '../../../shared/alarm.ts';
import type { Bridge } from '../../../shared/contract/bridge.ts';
import { integrationPartsOf, isQuery } from '../../../shared/contract/effects.ts';
import {
  type CommandName,
  type CommandOutput,
  type CommandParsed,
  contract,
} from '../../../shared/contract/index.ts';
import type { OnboardingStep, TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import { countedAtMost, type InvoiceRow } from '../../../shared/contract/till/invoices.ts';
import type { KnownItem } from '../../../shared/contract/till/items.ts';
import { FailureError, fail, parseOrFail } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import { Exact, roundToHalalas, sumHalalas } from '../../../shared/values/money.ts';
import { type AboutOptions, createFakeAbout } from './fake-about.ts';
import { fakeActivity } from './fake-activity.ts';
import { type ArticleOptions, createFakeArticles } from './fake-articles.ts';
import { type BasketOptions, createFakeBaskets } from './fake-baskets.ts';
import { type BuyerOptions, createFakeBuyers } from './fake-buyers.ts';
import { type CardOptions, createFakeCard } from './fake-card.ts';
import { type CredentialOptions, createFakeCredentials, type FakeCredentials } from './fake-credentials.ts';
import { createFakeDevices } from './fake-devices.ts';
import { createFakeDiagnosis, type DiagnosisOptions } from './fake-diagnosis.ts';
import {
  answersOf,
  foundItems,
  hashOf,
  hour,
  now,
  oldInvoice,
  passes,
  priceOf,
  refusal,
  rowOf,
  type Stored,
} from './fake-documents.ts';
import { createFakeGoLive, type GoLiveOptions } from './fake-go-live.ts';
import { createFakeIntegrations, type IntegrationOptions } from './fake-integrations.ts';
import { createFakeMaintenance, type MaintenanceOptions } from './fake-maintenance.ts';
import { createFakeNetwork, type NetworkOptions } from './fake-network.ts';
import { createFakePractice } from './fake-practice.ts';
import { createFakeReceipts, type ReceiptOptions } from './fake-receipts.ts';
import { createFakeRejections } from './fake-rejections.ts';
import { createFakeReturns, saleOf } from './fake-returns.ts';
import { createFakeShifts } from './fake-shifts.ts';
import { createFakeUpdates, type UpdateOptions } from './fake-updates.ts';

/*
 * A terminal without a main process, for looking at the screens and for their tests. It has the same contract,
 * deterministic data, and a status that changes on request. It issues nothing.
 */

export interface FakeOptions
  extends CredentialOptions,
    AboutOptions,
    ArticleOptions,
    BuyerOptions,
    IntegrationOptions,
    ReceiptOptions,
    NetworkOptions,
    GoLiveOptions,
    MaintenanceOptions,
    DiagnosisOptions,
    UpdateOptions,
    CardOptions,
    BasketOptions {
  /** The failure that answers the first query for the status. */
  readonly statusFails?: FailureError['failure'];
  readonly alarms?: readonly Alarm[];
  readonly unready?: TerminalStatus['unready'];
  readonly sampleShop?: NonNullable<TerminalStatus['sampleShop']>;
  readonly peopleState?: TerminalStatus['people'];
  readonly canRecoverPeople?: boolean;
  /** True when no shift is open, and nothing is issued without one. */
  readonly refuseIssuing?: boolean;
  /** The coin to which the shop rounds cash. */
  readonly cashRounding?: TerminalStatus['cashRounding'];
  /** The items that were sold before. */
  readonly items?: readonly KnownItem[];
  /** The number of milliseconds that a search for an article takes. By default it is as fast as other commands. */
  readonly findsAfter?: number;
  /** The answer about takings, for any period. */
  readonly takings?: Parameters<typeof createFakeShifts>[0];
  /** The open shift; by default there is none. */
  readonly shift?: Parameters<typeof createFakeShifts>[1];
  /** The number of documents at the start. */
  readonly invoices?: number;
  /** The sum of self-billed purchases in any list. By default there are none. */
  readonly purchased?: number;
  /** Simulates a terminal that is not set up yet. */
  readonly onboarding?: boolean;
  /**
   * The number of milliseconds from issuing to sending, and from sending to the answer. If it is omitted, documents
   * change only through `settle`.
   */
  readonly pace?: number;
}

export interface FakeTerminal extends Bridge {
  /** Every call so far, in order. */
  readonly calls: { name: string; input: unknown }[];
  /** Changes the state of the newest document's submission. */
  settle(state: InvoiceRow['state'], attempts?: number): void;
  /** Changes the state without an event, as happens while nobody is signed in. */
  settleInSilence(state: InvoiceRow['state'], attempts: number): void;
  /** Changes a document without a command, as a restart or another window would. */
  change(icv: number, change: Partial<InvoiceRow>): void;
  /** Puts a new document into the ledger, as an integration would. */
  issueElsewhere(): void;
  say(change: Partial<TerminalStatus>): void;
  onboard(steps: OnboardingStep[]): void;
  /** Makes the terminal unreachable for the screens, or reachable again. */
  reach(isReached: boolean): void;
  /** Adds an app that waits for a person's answer. */
  askForApproval(): void;
  /** Changes the credential flow. */
  readonly credentials: Pick<FakeCredentials, 'flow' | 'series' | 'finish'>;
  /** Makes the next call of this command fail with this failure. */
  failNext(name: CommandName, failure: FailureError['failure']): void;
}

/** A code as long as a real one: nine fields, of which the last three are binary. */
const qr = `ARlLaGF0bSBUZXN0IFNob3A${'AbC9+/xY3Zq7'.repeat(38)}`;

export function createFakeTerminal(options: FakeOptions = {}): FakeTerminal {
  const listeners = new Set<(event: unknown) => void>();
  const reachListeners = new Set<(isReached: boolean) => void>();
  const failures = new Map<CommandName, FailureError['failure']>();
  if (options.statusFails !== undefined) failures.set('terminal.status', options.statusFails);
  const bySaleId = new Map<string, string>();
  const calls: FakeTerminal['calls'] = [];
  const ledger: Stored[] = Array.from({ length: options.invoices ?? 3000 }, (_, index) =>
    oldInvoice(index + 1),
  );
  let reported: Partial<TerminalStatus> = {};
  // During set-up the credential determines the steps instead.
  let steps: OnboardingStep[] = options.credential ? [] : onboardingSteps(options.onboarding ? 2 : 5);

  let revision = 0;
  const emit = (event: unknown) => {
    revision += 1;
    for (const listener of listeners) listener(structuredClone({ revision, event }));
  };
  const count = (state: InvoiceRow['state']) => ledger.filter((entry) => entry.state === state).length;
  const sales = new Map<string, Sale>();
  const returns = createFakeReturns(ledger, sales);
  const credentials = createFakeCredentials(
    options.onboarding ? { ...options, credential: 'compliance' } : options,
    {
      credential: (view) => emit({ type: 'credential', credential: view }),
      status: () => emit({ type: 'status', status: status() }),
    },
  );
  let { cashRounding } = options;
  const status = (): TerminalStatus => {
    const waiting = ledger.filter(({ state }) => state === 'waiting' || state === 'sending');
    const [nearest] = waiting.map(({ dueAt }) => dueAt).sort();
    return {
      version: '0.1.0',
      company: {
        name: 'متجر النخيل',
        vatNumber: '399999999900003',
        unit: 'الفرع الرئيسي',
        address: 'الرياض',
      },
      customers: ['consumer', 'business'],
      ...(cashRounding !== undefined && { cashRounding }),
      ...credentials.status(),
      connection: 'online',
      handOver: options.handOver ?? 'afterPatience',
      ...(options.sampleShop && { sampleShop: options.sampleShop }),
      ...(options.unready && { unready: options.unready }),
      people: options.peopleState ?? 'free',
      ...(options.canRecoverPeople && { canRecoverPeople: true as const }),
      alarms: (options.alarms ?? []).map((alarm) => ({ since: '2026-11-20T07:10:00.000Z', ...alarm })),
      waiting: waiting.length,
      parked: count('parked'),
      rejected: count('rejected'),
      issued: ledger.length,
      ...(nearest !== undefined && { nearestDeadline: nearest }),
      // The times on the screen differ from this one by whole days and minutes, so that each text stays unchanged for
      // most of a minute.
      now: new Date(now - 59_000).toISOString(),
      ...reported,
    };
  };
  const move = (entry: Stored, state: InvoiceRow['state'], attempts = entry.attempts) => {
    const acceptedAt = new Date(now).toISOString();
    Object.assign(entry, { state, attempts, ...(state === 'accepted' && { acceptedAt }) });
    if (state === 'sending') entry.timeline.push({ at: entry.issuedAt, event: 'sent', messages: [] });
    if (state === 'accepted' || state === 'rejected')
      entry.timeline.push({
        at: entry.issuedAt,
        event: 'answered',
        outcome: state,
        messages: state === 'rejected' ? [refusal] : [],
      });
    emit({ type: 'invoice', invoice: rowOf(entry) });
    emit({ type: 'status', status: status() });
  };
  const append = (sale: Sale) => {
    const priced = priceOf(sale);
    const entry: Stored = {
      ...oldInvoice(ledger.length + 1),
      kind: sale.kind,
      customer: sale.customer ?? 'consumer',
      currency: sale.currency ?? 'SAR',
      mode: sale.customer === 'business' ? 'clearance' : 'reporting',
      issuedAt: new Date(now).toISOString(),
      dueAt: new Date(now + 24 * hour).toISOString(),
      ...(sale.buyer && { buyerName: sale.buyer.name }),
      payable: priced.payable,
      state: 'waiting',
      attempts: 0,
      warnings: 0,
      lines: sale.lines.map((line, index) => ({
        name: line.name,
        quantity: line.quantity,
        unit: line.unit,
        unitPrice: line.unitPrice,
        discounts: [],
        category: line.vat.category,
        rate: line.vat.rate,
        ...(priced.lines[index] ?? { gross: 0, net: 0, vat: 0 }),
      })),
      timeline: [{ at: new Date(now).toISOString(), event: 'issued', messages: [] }],
    };
    ledger.push(entry);
    sales.set(entry.uuid, sale);
    emit({ type: 'invoice', invoice: rowOf(entry) });
    emit({ type: 'status', status: status() });
    if (options.pace !== undefined) {
      setTimeout(() => move(entry, 'sending', 1), options.pace);
      setTimeout(() => move(entry, 'accepted'), 2 * options.pace);
    }
    return entry;
  };
  const nameOf = (entry: Stored | undefined) => entry && { uuid: entry.uuid, number: entry.number };
  const issuedAs = (saleId: string) => {
    const uuid = bySaleId.get(saleId);
    return uuid === undefined ? undefined : issuedAnswer(find(uuid));
  };
  const baskets = createFakeBaskets(() => credentials.status().person, issuedAs, options);
  const integrations = createFakeIntegrations(options);
  const devices = createFakeDevices();
  const maintenance = createFakeMaintenance(options, ledger, () => {
    reported = { ...reported, unready: undefined };
    emit({ type: 'status', status: status() });
  });
  const find = (uuid: string) => ledger.find((entry) => entry.uuid === uuid) ?? fail('not-found');

  function issue(sale: Sale): CommandOutput<'sale.issue'> {
    const uuid = sale.saleId === undefined ? undefined : bySaleId.get(sale.saleId);
    const entry = uuid === undefined ? append(sale) : find(uuid);
    if (sale.saleId !== undefined) bySaleId.set(sale.saleId, entry.uuid);
    baskets.sold(sale.saleId);
    return issuedAnswer(entry);
  }

  function issuedAnswer(entry: ReturnType<typeof find>): CommandOutput<'sale.issue'> {
    const sale = sales.get(entry.uuid);
    const { taxExclusive, vat } = sale === undefined ? { taxExclusive: 0, vat: 0 } : priceOf(sale);
    return { ...rowOf(entry), qr, hash: hashOf(entry.icv), taxExclusive, vat };
  }

  const handlers: { [N in CommandName]: (input: CommandParsed<N>) => CommandOutput<N> } = {
    ...createFakeReceipts(
      options,
      (uuid) => find(uuid).number,
      (handOver) => {
        reported = { ...reported, handOver };
      },
    ),
    'terminal.status': status,
    'terminal.setLanguage': () => ({}),
    ...fakeActivity,
    ...createFakeNetwork(options),
    ...createFakeGoLive(options, () => credentials.status()),
    'terminal.onboarding': () => ({ steps }),
    ...credentials.handlers,
    ...returns.handlers,
    ...baskets.handlers,
    ...createFakeCard(options, {
      deviceCard: () => devices['device.settings']().card,
      isIssued: (saleId) => bySaleId.has(saleId),
      uuidOf: (number) => ledger.find((entry) => entry.number === number)?.uuid,
    }),
    ...devices,
    ...createFakeShifts(options.takings, options.shift),
    ...createFakePractice(),
    ...integrations.handlers,
    ...createFakeArticles(options),
    'sale.beforeStart': () => ({}),
    'sale.price': priceOf,
    'sale.setCashRounding': ({ coin }) => {
      cashRounding = coin;
      return {};
    },
    'sale.priceCorrection': ({ sale }) => priceOf(sale),
    'sale.tryAll': ({ sales }) => ({ failures: sales.map(() => null) }),
    'item.prices': () => ({ prices: [] }),
    'item.find': ({ text }) => ({ items: foundItems(options.items ?? [], text) }),
    ...createFakeBuyers(options),
    'sale.issue': (sale) => (options.refuseIssuing ? fail('no-shift') : issue(sale)),
    'sale.exchange': ({ note, sale }) => ({ note: issue(note), sale: issue(sale) }),
    'sale.issueAll': ({ sales }) => ({
      results: sales.map((sale) => ({ issued: issue(sale), existed: false })),
    }),
    ...maintenance,
    ...createFakeDiagnosis(options),
    ...createFakeUpdates(options),
    ...createFakeAbout(options),
    'invoice.tryNow': () => ({}),
    'invoice.sendParked': () => {
      const parked = ledger.filter(({ state }) => state === 'parked');
      for (const entry of parked) move(entry, 'sending', entry.attempts + 1);
      return { sent: parked.length };
    },
    ...createFakeRejections({
      ledger,
      saleOf: (entry) => sales.get(entry.uuid) ?? saleOf(entry),
      append,
      answer: issuedAnswer,
    }),
    'invoice.issuers': () => ({
      issuers: [...new Set(ledger.flatMap(({ by }) => by ?? []))].toSorted().map((name) => ({ name })),
    }),
    'invoice.sums': (filter) => {
      const found = ledger.filter((entry) => passes(entry, filter));
      const returned = sumHalalas(found.map(({ kind, payable }) => (kind === 'creditNote' ? payable : 0)));
      const total = sumHalalas(found.map(({ payable }) => payable)) - 2 * returned;
      const purchased = options.purchased === undefined ? {} : { purchased: options.purchased };
      const sum = { currency: 'SAR', count: found.length, total, returned, ...purchased };
      return { sums: found.length === 0 ? [] : [sum] };
    },
    'invoice.list': ({ before, limit, ...filter }) => {
      const all = ledger.filter((entry) => passes(entry, filter)).reverse();
      const rows = all.filter(({ icv }) => before === undefined || icv < before).slice(0, limit);
      const isSearch = [filter.number, filter.buyer, filter.amount, filter.kinds].some(Boolean);
      const isMore = isSearch && all.length > countedAtMost;
      return {
        rows: rows.map(rowOf),
        total: isMore ? countedAtMost : all.length,
        ...(isMore && { more: true }),
      };
    },
    'invoice.get': ({ uuid }) => {
      const entry = find(uuid);
      const vat = roundToHalalas(new Exact(entry.payable).times(15).dividedBy(115).dividedBy(100));
      return {
        ...entry,
        hash: hashOf(entry.icv),
        previousHash: hashOf(entry.icv - 1),
        qr,
        taxExclusive: entry.payable - vat,
        vat,
        rounding: 0,
        prepaid: 0,
        cautions: [],
        prices: 'includeVat',
        discounts: [],
        ...(entry.buyerName && { buyer: { name: entry.buyerName, vatNumber: '310122393500003' } }),
        payments: [{ means: 'cash', amount: entry.payable }],
        prints: [],
        issuedBy: { kind: 'person', name: entry.by, role: 'cashier' },
        corrects: (sales.get(uuid)?.corrects ?? []).map(({ number }) => ({
          number,
          uuid: ledger.find((other) => other.number === number)?.uuid,
        })),
        correctedBy: returns.correcting(entry.number).map(rowOf),
        replaces: nameOf(ledger.find(({ reissuedAs }) => reissuedAs === entry.number)),
        replacedBy: nameOf(ledger.find(({ number }) => number === entry.reissuedAs)),
        cleared: entry.mode === 'clearance' && entry.state === 'accepted',
      };
    },
    // All documents of the fake ledger have the same QR code, so the newest one is found.
    'invoice.find': ({ text }) =>
      rowOf(
        (text === qr ? ledger.at(-1) : ledger.find(({ number }) => number === text)) ?? fail('not-found'),
      ),
    'invoice.sale': ({ uuid }) => sales.get(uuid) ?? saleOf(find(uuid)),
    'invoice.xml': ({ uuid, which }) => {
      const { number } = find(uuid);
      const body = `  <cbc:ID>${number}</cbc:ID>\n  <cbc:UUID>${uuid}</cbc:UUID>\n  <!-- ${which} -->\n`;
      return { fileName: `${number}.xml`, xml: `<Invoice>\n${body.repeat(20)}</Invoice>\n` };
    },
    'invoice.answers': ({ uuid }) => ({ answers: answersOf(find(uuid)) }),
    'invoice.send': ({ uuid }) => {
      const entry = find(uuid);
      move(entry, 'sending', entry.attempts + 1);
      if (options.pace !== undefined) setTimeout(() => move(entry, 'accepted'), options.pace);
      return rowOf(entry);
    },
  };

  const answer = (name: string, input: unknown) => {
    const command = Object.hasOwn(contract, name) ? (name as CommandName) : fail('internal');
    const failure = failures.get(command);
    failures.delete(command);
    if (failure !== undefined) throw new FailureError(failure);
    const parsed = parseOrFail(contract[command].input, input);
    const handler = handlers[command] as (input: unknown) => unknown;
    const value = handler(parsed);
    // No screen is shown an answer that the real terminal could not give.
    const { output } = contract[command];
    const checked = value instanceof Promise ? value.then((each) => output.parse(each)) : output.parse(value);
    const parts = integrationPartsOf(command);
    if (parts.length > 0) emit({ type: 'integrations', parts });
    return checked;
  };

  /** Returns the revision of an answer, as the real terminal's dispatch does. */
  const revisionOf = (name: CommandName, begun: number) => {
    if (isQuery(name)) return { revision: begun };
    const isAlone = revision === begun;
    revision += 1;
    return isAlone ? { revision } : {};
  };

  return {
    calls,
    async call(name, input) {
      calls.push({ name, input });
      // The answer arrives later and as a copy, as it would between processes.
      await new Promise((resolve) =>
        setTimeout(resolve, name === 'item.find' ? (options.findsAfter ?? 5) : 5),
      );
      const begun = revision;
      try {
        const value = JSON.parse(JSON.stringify(answer(name, input)));
        return { ok: true, value, ...revisionOf(name as CommandName, begun) };
      } catch (error) {
        if (error instanceof FailureError) return { ok: false, failure: error.failure };
        throw error;
      }
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onReach(listener) {
      reachListeners.add(listener);
      return () => reachListeners.delete(listener);
    },
    reach(isReached) {
      for (const listener of reachListeners) listener(isReached);
    },
    settle(state, attempts) {
      const entry = ledger.at(-1);
      if (entry) move(entry, state, attempts);
    },
    settleInSilence(state, attempts) {
      const entry = ledger.at(-1);
      if (entry) Object.assign(entry, { state, attempts });
    },
    change(icv, change) {
      const entry = ledger[icv - 1];
      if (entry === undefined) return;
      Object.assign(entry, change);
      emit({ type: 'invoice', invoice: rowOf(entry) });
    },
    issueElsewhere() {
      append({
        kind: 'invoice',
        customer: 'consumer',
        prices: 'includeVat',
        payments: [{ means: 'cash' }],
        lines: [
          { name: 'Dates', quantity: '1', unit: 'PCE', unitPrice: '23', vat: { category: 'S', rate: '15' } },
        ],
      });
    },
    say(change) {
      reported = { ...reported, ...change };
      emit({ type: 'status', status: status() });
    },
    onboard(next) {
      steps = next;
      emit({ type: 'onboarding', steps });
    },
    askForApproval() {
      integrations.askForApproval();
      emit({ type: 'integrations', parts: ['programs'] });
    },
    credentials,
    failNext: (name, failure) => failures.set(name, failure),
  };
}

/** Returns the onboarding steps with the first `done` of them completed. */
export function onboardingSteps(done: number): OnboardingStep[] {
  const names = ['key', 'compliance', 'series', 'production', 'done'] as const;
  return names.map((step, index) => ({
    step,
    state: index < done ? 'done' : index === done ? 'running' : 'waiting',
    ...(step === 'series' && { done: index < done ? 6 : 3, of: 6 }),
  }));
}
