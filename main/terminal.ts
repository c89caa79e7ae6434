import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Company, companySchema } from '../shared/company.ts';
import type { TerminalEvent } from '../shared/contract/events.ts';
import type { OnboardingStep, TerminalStatus } from '../shared/contract/terminal.ts';
import { type Failure, FailureError, fail } from '../shared/failure.ts';
import type { Sale } from '../shared/sale.ts';
import type { Environment, Role } from '../shared/status.ts';
import { type Clock, systemClock } from './clock.ts';
import { createDispatch, type Dispatch, failureOf } from './commands.ts';
import { type ActiveCredential, createCredentials } from './credential/credentials.ts';
import { sellerOf } from './credential/seller.ts';
import { EventStream } from './event-stream.ts';
import { createGateway } from './gateway/client.ts';
import { authorityProfile } from './gateway/profile.ts';
import { createHandlers } from './handlers.ts';
import { issueSale } from './issue-sale.ts';
import { type LedgerEntry, toInvoiceRow } from './ledger/entry.ts';
import { takeLead } from './ledger/folder-lead.ts';
import { openLedger } from './ledger/ledger.ts';
import { openLog } from './log.ts';
import type { Faults } from './sandbox/faults.ts';
import { startSandbox } from './sandbox/start-sandbox.ts';
import { warmUp } from './stamp/key.ts';
import { readDocument } from './stamp/read-document.ts';
import { createStamper, type Stamper } from './stamp/stamp.ts';
import { createSubmitter } from './submission/submitter.ts';
import { trainingCompany, trainingPassphrase } from './training.ts';
import { openFileVault } from './vault/file-vault.ts';

export interface TerminalOptions {
  /** Holds everything the terminal keeps; made when it is not there. */
  readonly folder: string;
  readonly version: string;
  readonly clock?: Clock;
  readonly fetch?: typeof globalThis.fetch;
  /** Of the training sandbox. */
  readonly faults?: Faults;
}

/** The terminal as its doors see it. */
export interface Terminal {
  readonly environment: Environment;
  /** Runs one command of the contract for somebody of that role. */
  readonly call: Dispatch;
  onEvent(listener: (event: TerminalEvent) => void): () => void;
  /** What may have held the queue is gone, the network after sleep for instance: all that waits goes now. */
  wake(reason: 'network' | 'credential'): void;
  /** Resolves when sales can be issued; rejects with the failure when onboarding could not go through. */
  ready(): Promise<void>;
  /** Resolves when nothing is being sent and nothing is due. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** How often, milliseconds, and how many times a second program looks whether the first has onboarded the folder. */
const lookForLeadEvery = 200;
const looksForLead = 150;
/** How long until onboarding is tried again by itself, milliseconds. */
const onboardAgainAfter = 5_000;

/**
 * Opens the terminal of a data folder in its training environment and starts all of its work. Composition root: every
 * room is made here and nowhere else.
 * @throws FailureError when the ledger, the vault or the sandbox cannot be opened
 */
export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { version, clock = systemClock, fetch = globalThis.fetch, faults } = options;
  const environment: Environment = 'training';
  const folder = path.join(options.folder, environment);
  makeFolder(folder);
  const log = openLog(options.folder);
  const profile = authorityProfile;

  const lead = takeLead(path.join(folder, 'lead.lock'));
  const ledger = openLedger(path.join(folder, 'ledger.db'), { environment });
  const secrets = await openFileVault(path.join(folder, 'vault.json'), trainingPassphrase);
  const sandbox = await startSandbox({ file: path.join(folder, 'sandbox.db'), clock, faults });
  const gateway = createGateway({ profile, baseUrl: sandbox.address, fetch });
  const credentials = createCredentials({ environment, ledger, secrets, gateway, profile, clock });
  const events = new EventStream(clock, () => status('manager'));

  const submitter = createSubmitter({
    ledger,
    clock,
    random: Math.random,
    onChange: tellInvoice,
    onError: (error) => failureOf(error, log, 'submission'),
    readQr: (clearedInvoice) => readDocument(clearedInvoice).qr,
    send: async (claimed) => {
      const { pair } = active ?? fail('not-onboarded');
      return claimed.mode === 'clearance' ? gateway.clear(pair, claimed) : gateway.report(pair, claimed);
    },
  });

  let active: (ActiveCredential & { stamper: Stamper }) | undefined;
  let onboarding: OnboardingStep[] = [];
  let closing = false;
  let cancelRetry: (() => void) | undefined;
  /** Why the terminal cannot sell, once that is known. */
  let unready: Failure | undefined;

  function company(): Company {
    return companySchema.parse(ledger.settings.get('company') ?? trainingCompany);
  }

  /** Takes up the production credential, if there is one, and begins to send. */
  async function activate(): Promise<boolean> {
    const credential = await credentials.active();
    if (credential === undefined) return false;
    active = { ...credential, stamper: createStamper(credential) };
    warmUp();
    if (!closing) submitter.start(lead !== undefined);
    return true;
  }

  /** From an empty folder, or where it was broken off, to a terminal that can sell. */
  async function onboard(): Promise<void> {
    if (lead === undefined) return waitForLead();
    ledger.settings.set('company', company());
    await credentials.onboard(company(), sandbox.makeOtp, (steps) => {
      onboarding = steps;
      events.tell({ type: 'onboarding', steps });
    });
    await activate();
  }

  /** Another program onboards this folder: what it gets serves here too. */
  async function waitForLead(): Promise<void> {
    for (let look = 0; look < looksForLead; look += 1) {
      if (closing || (await activate())) return;
      await new Promise<void>((resolve) => clock.after(lookForLeadEvery, resolve));
    }
    fail('terminal-busy');
  }

  /** Makes ready; when that fails, keeps why, and goes on trying where trying again can help. */
  async function makeReady(): Promise<void> {
    try {
      if (!(await activate())) await onboard();
      unready = undefined;
    } catch (error) {
      unready = failureOf(error, log, 'getting ready');
      const hopeless = ['vault-unavailable', 'ledger-lost', 'internal'].includes(unready.code);
      if (!closing && !hopeless)
        cancelRetry = clock.after(onboardAgainAfter, () => {
          readying = makeReady().catch(() => undefined);
        });
      throw error;
    }
  }

  /** Whatever goes wrong in telling, the document is issued and its receipt must reach the customer. */
  function tellInvoice(uuid: string): void {
    try {
      const entry = ledger.get(uuid);
      if (entry !== undefined) events.tell({ type: 'invoice', invoice: toInvoiceRow(entry) });
    } catch (error) {
      failureOf(error, log, 'telling');
    }
  }

  function notReady(): never {
    throw new FailureError(unready ?? { code: 'not-onboarded' });
  }

  function issue(sale: Sale): LedgerEntry {
    const { stamper } = active ?? notReady();
    const { entry, existed } = issueSale(sale, {
      ledger,
      seller: sellerOf(company()),
      numberPrefix: company().terminal.numberPrefix,
      stamper,
      clock,
      within: { clearance: profile.timings.clearancePatience, reporting: profile.timings.reportWithin },
    });
    if (!existed) {
      submitter.wake();
      tellInvoice(entry.uuid);
    }
    return entry;
  }

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

  const handlers = createHandlers({
    ledger,
    submitter,
    status,
    onboarding: () => onboarding,
    company,
    now: () => clock.now(),
    issue,
  });

  const readiness = makeReady();
  // Whoever waits for `ready` sees the failure; when nobody does, the log and the screen have it.
  let readying: Promise<void> = readiness.catch(() => undefined);

  return {
    environment,
    call: createDispatch(handlers, log),
    onEvent: (listener) => events.subscribe(listener),
    wake: (reason) => submitter.wake(reason),
    ready: () => readiness,
    idle: () => submitter.idle(),
    async close() {
      closing = true;
      cancelRetry?.();
      events.close();
      await readying;
      await submitter.stop();
      await sandbox.close();
      ledger.close();
      lead?.release();
    },
  };
}

/** The shop's books: for this user alone. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    fail('folder-unusable', {}, cause);
  }
}
