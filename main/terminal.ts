import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Company, companySchema } from '../shared/company.ts';
import type { TerminalEvent } from '../shared/contract/events.ts';
import type { InvoiceDetail } from '../shared/contract/invoices.ts';
import type { OnboardingStep, TerminalStatus } from '../shared/contract/terminal.ts';
import { fail } from '../shared/failure.ts';
import type { Sale } from '../shared/sale.ts';
import type { Environment, Role } from '../shared/status.ts';
import { type Clock, systemClock } from './clock.ts';
import { createDispatch, type Dispatch, failureOf, type Handlers } from './commands.ts';
import { type ActiveCredential, createCredentials } from './credential/credentials.ts';
import { openFileVault } from './credential/file-vault.ts';
import { sellerOf } from './credential/seller.ts';
import { documentFileName } from './document-file-name.ts';
import { createGateway } from './gateway/client.ts';
import { authorityProfile } from './gateway/profile.ts';
import { makeInvoice } from './invoice/make-invoice.ts';
import { issueSale } from './issue-sale.ts';
import { type LedgerEntry, toInvoiceRow } from './ledger/entry.ts';
import { openLedger } from './ledger/ledger.ts';
import { openLog } from './log.ts';
import { startSandbox } from './sandbox/start-sandbox.ts';
import { warmUp } from './stamp/key.ts';
import { createStamper, type Stamper } from './stamp/stamp.ts';
import { createSubmitter } from './submission/submitter.ts';
import { trainingCompany, trainingPassphrase } from './training.ts';

export interface TerminalOptions {
  /** Holds everything the terminal keeps; made when it is not there. */
  readonly folder: string;
  readonly version: string;
  readonly clock?: Clock;
  readonly fetch?: typeof globalThis.fetch;
  /** Faults of the training sandbox, see main/sandbox. */
  readonly sandbox?: Parameters<typeof startSandbox>[0]['faults'];
}

/** The terminal as its doors see it. */
export interface Terminal {
  readonly environment: Environment;
  /** Runs one command of the contract for somebody of that role. */
  readonly call: Dispatch;
  onEvent(listener: (event: TerminalEvent) => void): () => void;
  /** Looks for due work now: after sleep, or when a person asks. */
  wake(): void;
  /** Resolves when sales can be issued; rejects with the failure when onboarding could not go through. */
  ready(): Promise<void>;
  /** Resolves when nothing is being sent and nothing is due. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** How long until onboarding is tried again by itself, milliseconds. */
const onboardAgainAfter = 5_000;
/** Status is told at most this often while much is going on, milliseconds. */
const statusEvery = 200;

/**
 * Opens the terminal of a data folder in its training environment and starts all of its work. Composition root: every
 * room is made here and nowhere else.
 * @throws FailureError when the ledger, the vault or the sandbox cannot be opened
 */
export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { version, clock = systemClock, fetch = globalThis.fetch } = options;
  const environment: Environment = 'training';
  const folder = path.join(options.folder, environment);
  mkdirSync(folder, { recursive: true });
  const log = openLog(options.folder);
  const profile = authorityProfile;

  const ledger = openLedger(path.join(folder, 'ledger.db'), { environment });
  const secrets = await openFileVault(path.join(folder, 'vault.json'), trainingPassphrase);
  const sandbox = await startSandbox({
    file: path.join(folder, 'sandbox.db'),
    clock,
    ...(options.sandbox && { faults: options.sandbox }),
  });
  const gateway = createGateway({ profile, baseUrl: sandbox.address, fetch });
  const credentials = createCredentials({ environment, ledger, secrets, gateway, profile, clock });
  warmUp();

  // ——— events ———
  const listeners = new Set<(event: TerminalEvent) => void>();
  const tell = (event: TerminalEvent) => {
    for (const listener of listeners) listener(event);
  };
  let cancelStatus: (() => void) | undefined;
  const tellStatusSoon = () => {
    cancelStatus ??= clock.after(statusEvery, () => {
      cancelStatus = undefined;
      tell({ type: 'status', status: status('manager') });
    });
  };
  const tellInvoice = (uuid: string) => {
    const entry = ledger.get(uuid);
    if (entry !== undefined) tell({ type: 'invoice', invoice: toInvoiceRow(entry) });
    tellStatusSoon();
  };

  // ——— the credential and what it makes possible ———
  let active: { credential: ActiveCredential; stamper: Stamper } | undefined;
  let onboarding: OnboardingStep[] = [];

  async function activate(): Promise<boolean> {
    const credential = await credentials.active();
    if (credential === undefined) return false;
    active = { credential, stamper: createStamper(credential) };
    return true;
  }

  function company(): Company {
    return companySchema.parse(ledger.settings.get('company') ?? trainingCompany);
  }

  let cancelRetry: (() => void) | undefined;
  async function onboard(): Promise<void> {
    try {
      ledger.settings.set('company', company());
      await credentials.onboard(
        company(),
        () => sandbox.makeOtp(),
        (steps) => {
          onboarding = steps;
          tell({ type: 'onboarding', steps });
          tellStatusSoon();
        },
      );
      await activate();
      submitter.wake();
    } catch (error) {
      const failure = failureOf(error, log, 'onboarding');
      log.warn({ failure }, 'onboarding failed');
      if (!closing) cancelRetry = clock.after(onboardAgainAfter, () => void onboard().catch(() => undefined));
      throw error;
    }
  }

  // ——— submission ———
  const submitter = createSubmitter({
    ledger,
    clock,
    random: Math.random,
    onChange: tellInvoice,
    send: async (claimed) => {
      const { pair } = active?.credential ?? fail('not-onboarded');
      return claimed.mode === 'clearance' ? gateway.clear(pair, claimed) : gateway.report(pair, claimed);
    },
  });

  // ——— commands ———
  function status(role: Role): TerminalStatus {
    const certificate = credentials.certificate();
    const { nearestDeadline, ...counts } = ledger.counts();
    const { name, vatNumber, certificate: names } = company();
    return {
      environment,
      role,
      version,
      company: { name, vatNumber, unit: names.organizationUnit, address: names.address },
      credential: credentials.state(),
      ...(certificate && {
        certificate: {
          subject: certificate.subject,
          issuer: certificate.issuer,
          validFrom: new Date(certificate.validFrom).toISOString(),
          validTo: new Date(certificate.validTo).toISOString(),
        },
      }),
      connection: submitter.connection,
      ...counts,
      ...(nearestDeadline !== undefined && { nearestDeadline: new Date(nearestDeadline).toISOString() }),
      now: new Date(clock.now()).toISOString(),
    };
  }

  const invoiceOf = (sale: Sale) => makeInvoice(sale, sellerOf(company()));
  const entryOf = (uuid: string) => ledger.get(uuid) ?? fail('not-found');

  function detail(entry: LedgerEntry): InvoiceDetail {
    const sale = entry.sale as Sale;
    return {
      ...toInvoiceRow(entry),
      hash: entry.hash,
      previousHash: entry.previousHash,
      qr: entry.submission.clearedQr ?? entry.qr,
      taxExclusive: entry.taxExclusive,
      vat: entry.vat,
      rounding: entry.rounding,
      ...(sale.note !== undefined && { note: sale.note }),
      ...(sale.buyer && { buyer: { name: sale.buyer.name, vatNumber: sale.buyer.vatNumber } }),
      lines: invoiceOf(sale).lines.map(({ name, quantity, unit, gross, net, vatAmount, vat }) => ({
        name,
        quantity,
        unit,
        gross,
        net,
        vat: vatAmount,
        category: vat.category,
        rate: vat.rate,
      })),
      timeline: ledger.timeline(entry.uuid),
      cleared: entry.submission.cleared,
    };
  }

  const handlers: Handlers = {
    'terminal.status': (_, role) => status(role),
    'terminal.onboarding': () => ({ steps: onboarding }),
    'sale.price': (sale) => {
      const { lines, totals } = invoiceOf(sale);
      return {
        lines: lines.map(({ gross, net, vatAmount }) => ({ gross, net, vat: vatAmount })),
        taxExclusive: totals.taxExclusive,
        vat: totals.vat,
        discount: totals.allowances ?? 0,
        payable: totals.payable,
      };
    },
    'sale.issue': (sale) => {
      const { stamper } = active ?? fail('not-onboarded');
      const { entry, existed } = issueSale(sale, {
        ledger,
        seller: sellerOf(company()),
        numberPrefix: company().terminal.numberPrefix,
        stamper,
        clock,
        within: { clearance: profile.timings.clearancePatience, reporting: profile.timings.reportWithin },
      });
      if (!existed) {
        tellInvoice(entry.uuid);
        submitter.wake();
      }
      const { qr, hash, taxExclusive, vat } = entry;
      return { ...toInvoiceRow(entry), qr, hash, taxExclusive, vat };
    },
    'invoice.list': (query) => ledger.list(query),
    'invoice.get': ({ uuid }) => detail(entryOf(uuid)),
    'invoice.xml': ({ uuid, which }) => {
      const entry = entryOf(uuid);
      const xml = which === 'cleared' ? ledger.clearedXml(uuid) : ledger.documentXml(uuid);
      if (xml === undefined) return fail('not-found');
      return { fileName: documentFileName(company().vatNumber, entry), xml: xml.toString('utf8') };
    },
    'invoice.send': async ({ uuid }) => {
      entryOf(uuid);
      await submitter.sendNow(uuid);
      return toInvoiceRow(entryOf(uuid));
    },
  };

  // ——— life ———
  let closing = false;
  const readiness = (async () => {
    if (!(await activate())) await onboard();
  })();
  // Whoever waits for `ready` sees the failure; when nobody does, the log and the screen have it.
  readiness.catch(() => undefined);
  submitter.start();

  return {
    environment,
    call: createDispatch(handlers, log),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wake: () => submitter.wake(),
    ready: () => readiness,
    idle: () => submitter.idle(),
    async close() {
      closing = true;
      listeners.clear();
      cancelStatus?.();
      cancelRetry?.();
      await submitter.stop();
      await readiness.catch(() => undefined);
      await sandbox.close();
      ledger.close();
    },
  };
}
