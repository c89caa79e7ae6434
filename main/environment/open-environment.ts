import { type Company, companySchema } from '../../shared/company.ts';
import type { OnboardingStep } from '../../shared/contract/terminal.ts';
import { fail } from '../../shared/failure.ts';
import { chainReaders } from '../chain-readers.ts';
import { failureOf } from '../commands.ts';
import { createCredentials } from '../credential/credentials.ts';
import { createGateway } from '../gateway/client.ts';
import { headNoteOf } from '../ledger/head-note.ts';
import { createPdfMaker } from '../receipt/pdf-maker.ts';
import { createReceipts } from '../receipt/receipts.ts';
import { readDocument } from '../stamp/read-document.ts';
import { isCopyOf } from '../submission/cleared-copy.ts';
import { resendAfterUpdate } from '../submission/resend-after-update.ts';
import { createSubmitter } from '../submission/submitter.ts';
import { trainingCompany } from '../training.ts';
import { createWatch } from '../watch/watch.ts';
import { createDailyBackups } from './backups.ts';
import { bookAlarms } from './book-alarms.ts';
import type { EnvironmentOptions, OpenEnvironment } from './environment.ts';
import { addressOf, profileOf } from './gateway-settings.ts';
import { openGuardedIntegrations } from './guarded-integrations.ts';
import { createHistory } from './history.ts';
import { type Holdings, openHoldings } from './holdings.ts';
import { createIndexer } from './indexer.ts';
import { onboardTraining } from './onboard-training.ts';
import { createReadiness } from './readiness.ts';
import { createRefusals } from './refusals.ts';
import { createSealer } from './sealer.ts';
import { createSendDocument } from './send-document.ts';
import { sendWaiting } from './send-waiting.ts';

/** How long until training is onboarded again by itself, milliseconds. */
const onboardAgainAfter = 5_000;

/** @throws FailureError when the ledger or the sandbox cannot be opened; what was opened before is closed again */
export async function openEnvironment(options: EnvironmentOptions): Promise<OpenEnvironment> {
  const holdings = await openHoldings({
    ...options,
    onError: (error) => failureOf(error, options.log, 'leading'),
  });
  try {
    return workOn(options, holdings);
  } catch (error) {
    await holdings.close();
    throw error;
  }
}

function workOn(options: EnvironmentOptions, holdings: Holdings): OpenEnvironment {
  const { ledger, lead, sender, sandbox } = holdings;
  const { environment, folder, clock, fetch, log, vault } = options;
  const profile = profileOf(ledger);
  const address = addressOf(ledger, sandbox);
  const gateway = createGateway({
    profile,
    baseUrl: address,
    fetch,
    now: () => clock.now(),
    observer: {
      onServerTime: (sighting) => watch.sight(sighting),
      onCredentialRefused: (refused) => {
        refusals.note(refused);
        options.onCredential();
      },
    },
  });
  const refusals = createRefusals({
    ledger,
    keyRing: () => credentials.keyRing,
    template: profile.templates[environment],
    clock,
  });
  /** Of the last flow, its end included, which has no row of its own any more. */
  let steps: OnboardingStep[] = [];
  let closing = false;
  // Training may be copied about: its chain is nobody's.
  const history = createHistory({
    ledger,
    vault: vault.store,
    folder: sandbox ? undefined : folder,
    noteFile: headNoteOf(holdings.ledgerFile),
    clock,
    onChange: () => watch.lookAgain(),
  });

  const backups = createDailyBackups({
    ledger,
    vatNumber: () => company()?.vatNumber,
    readers: chainReaders,
    clock,
    failureOf: (error) => failureOf(error, log, 'backup'),
    onChange: () => {
      options.onBackups(backups.view());
      watch.lookAgain();
    },
  });

  const indexer = createIndexer(ledger, clock, (error) => failureOf(error, log, 'search'));

  const submitter = createSubmitter({
    ledger,
    clock,
    random: Math.random,
    onChange: tellInvoice,
    onError: (error) => failureOf(error, log, 'submission'),
    profile,
    isGone: sender.isGone,
    isCopyOf,
    readQr: (clearedInvoice) => readDocument(clearedInvoice).qr,
    send: createSendDocument({
      gateway,
      keyRing: () => credentials.keyRing,
      refusals,
      onError: (error) => failureOf(error, log, 'credential'),
    }),
  });

  const watch = createWatch({
    environment,
    ledger,
    submitter,
    clock,
    others: (now) => [
      ...bookAlarms(
        {
          unready: readiness.failure,
          unwitnessedSince: history.unwitnessedSince,
          backupFailure: backups.view().failure,
        },
        now,
      ),
      ...integrations.alarms(now),
    ],
    onChange: options.onAlarmsChange,
    onAlarm: (alarm) => {
      options.onAlarm(alarm);
      integrations.alarmed(alarm, clock.now());
    },
    onError: (error) => failureOf(error, log, 'watch'),
  });

  const credentials = createCredentials({
    environment,
    ledger,
    secrets: vault.store,
    gateway,
    profile,
    clock,
    company: () => company() ?? fail('no-company'),
    sendWaiting: () => sendWaiting({ ledger, submitter, clock }),
    failureOf: (error) => failureOf(error, log, 'credential flow'),
    onChange: () => {
      const flow = credentials.flow.view();
      const ended =
        credentials.state() === 'production'
          ? steps.map((step) => ({ ...step, state: 'done' as const }))
          : [];
      steps = flow?.steps ?? ended;
      history.touch();
      options.onCredential();
    },
    onInForce: () => {
      refusals.mended();
      takeUp();
      tellCertificate();
    },
  });

  /** The credential in force stamps from now on, and what waits goes under it. */
  function takeUp(): void {
    const held = credentials.keyRing.inForce();
    if (held === undefined) return;
    sealer.use(held);
    if (closing) return;
    submitter.start(lead.isHeld);
    if (lead.isHeld) resendAfterUpdate(ledger, submitter, options.version);
    submitter.wake('credential');
    options.onCredential();
  }

  /** Told once for each certificate, however often it is taken up. */
  function tellCertificate(): void {
    const held = credentials.keyRing.inForce();
    if (held === undefined) return;
    try {
      integrations.credentialIssued(held.certificate.serial, held.credential.issuedAt);
    } catch (error) {
      failureOf(error, log, 'telling');
    }
  }

  /**
   * Of two programs on one folder one makes backups, tells alarms and serves apps; when it ends, the other does.
   * @param later what only the leading program does on the way to the first sale has not been done here
   */
  function beginToLead(later: boolean): void {
    if (closing) return;
    backups.start();
    watch.start();
    if (later) void makeReadyAgain();
  }

  async function makeReadyAgain(): Promise<void> {
    await readiness.ready().catch(() => undefined);
    if (closing) return;
    // Why it is not ready is in its status.
    await readiness.again().catch(() => undefined);
    takeUp();
  }

  /** Everything that must hold before a sale can be sealed, in this order. */
  async function makeReady(passphrase: string | undefined): Promise<void> {
    await vault.open(passphrase);
    await history.check();
    if (lead.isHeld) await credentials.flow.recover();
    await credentials.keyRing.load();
    if (credentials.keyRing.inForce() === undefined && sandbox !== undefined)
      await onboardTraining({
        credentials,
        ledger,
        sandbox,
        clock,
        isLead: lead.isHeld,
        isClosing: () => closing,
      });
    if (lead.isHeld && !closing) await integrations.start();
  }

  function company(): Company | undefined {
    const kept = ledger.settings.get('company') ?? (sandbox === undefined ? undefined : trainingCompany);
    return kept === undefined ? undefined : companySchema.parse(kept);
  }

  /** Whatever goes wrong in telling, the document is issued and its receipt must reach the customer. */
  function tellInvoice(uuid: string): void {
    try {
      const entry = ledger.get(uuid);
      if (entry !== undefined) options.onInvoice(entry);
      integrations.invoiceChanged(uuid);
    } catch (error) {
      failureOf(error, log, 'telling');
    }
  }

  const sealer = createSealer({
    ledger,
    keyRing: credentials.keyRing,
    profile,
    company,
    clock,
    whyNot: () => readiness.failure,
    onForeignChange: () =>
      void credentials.keyRing.load().catch((error) => failureOf(error, log, 'credential')),
    onSealed: ({ uuid }, replaces) => {
      history.touch();
      indexer.soon();
      submitter.wake();
      // The rejected one knows its successor now.
      if (replaces !== undefined) tellInvoice(replaces);
      tellInvoice(uuid);
    },
  });

  const pdfs = createPdfMaker();
  const receipts = createReceipts({ ledger, company, pdfs });

  const integrations = openGuardedIntegrations({
    isLead: () => lead.isHeld,
    onAlarmsChange: () => watch.lookAgain(),
    ledger,
    folder,
    secrets: vault.store,
    issue: sealer.seal,
    company,
    receipts,
    clock,
    fetch,
    version: options.version,
    onApprovals: options.onApprovals,
    onError: (error) => failureOf(error, log, 'integration'),
  });

  const readiness = createReadiness({
    make: makeReady,
    failureOf: (error) => failureOf(error, log, 'getting ready'),
    clock,
    // A person sets the other environments up; training does it by itself.
    againAfter: sandbox === undefined ? undefined : onboardAgainAfter,
    onFailure: () => {
      options.onCredential();
      watch.lookAgain();
    },
  });

  indexer.soon();
  lead.whenHeld(beginToLead);

  return {
    environment,
    ledger,
    submitter,
    credentials,
    vault,
    profile,
    address,
    backups,
    watch,
    company,
    credentialView: () => credentials.view(refusals.view()),
    onboarding: () => credentials.flow.view()?.steps ?? steps,
    issue: (sale, replaces) => sealer.seal(sale, replaces).entry,
    integrations,
    receipts,
    get unready() {
      return readiness.failure;
    },
    ready: readiness.ready,
    getReady: readiness.again,
    get isLead() {
      return lead.isHeld;
    },
    async adoptPlace(actor) {
      await history.adopt(actor);
      await readiness.again();
    },
    async close() {
      closing = true;
      await credentials.flow.stop();
      await readiness.stop();
      await integrations.stop();
      await pdfs.close();
      watch.stop();
      indexer.stop();
      await backups.stop();
      await submitter.stop();
      await history.close();
      await holdings.close();
    },
  };
}
