import path from 'node:path';
import type { Alarm } from '../../shared/alarm.ts';
import { type Company, companySchema } from '../../shared/company.ts';
import type { CredentialView } from '../../shared/contract/credentials.ts';
import type { OnboardingStep } from '../../shared/contract/terminal.ts';
import { FailureError, fail } from '../../shared/failure.ts';
import type { Sale } from '../../shared/sale.ts';
import type { Environment as EnvironmentName } from '../../shared/status.ts';
import { chainReaders } from '../chain-readers.ts';
import type { Clock } from '../clock.ts';
import { failureOf } from '../commands.ts';
import { type Credentials, createCredentials } from '../credential/credentials.ts';
import { sellerOf } from '../credential/seller.ts';
import { createGateway } from '../gateway/client.ts';
import type { Outcome } from '../gateway/outcome.ts';
import type { GatewayProfile } from '../gateway/profile.ts';
import { issueSale } from '../issue-sale.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import { takeLead } from '../ledger/folder-lead.ts';
import { type Ledger, openLedger } from '../ledger/ledger.ts';
import { machineId, placeOf } from '../ledger/machine-id.ts';
import type { Claimed } from '../ledger/submission-queue.ts';
import { adoptPlace, checkWitness, witnessInVault } from '../ledger/witness.ts';
import { createWitnessKeeper, type WitnessKeeper } from '../ledger/witness-keeper.ts';
import type { Logger } from '../log.ts';
import type { Faults } from '../sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../sandbox/start-sandbox.ts';
import { warmUp } from '../stamp/key.ts';
import { readDocument } from '../stamp/read-document.ts';
import { createStamper, type Stamper } from '../stamp/stamp.ts';
import { resendAfterUpdate } from '../submission/resend-after-update.ts';
import { createSubmitter, type Submitter } from '../submission/submitter.ts';
import { trainingCompany } from '../training.ts';
import type { VaultDoor } from '../vault/vault-door.ts';
import { createWatch, type Watch } from '../watch/watch.ts';
import { createDailyBackups, type DailyBackups } from './backups.ts';
import { addressOf, profileOf } from './gateway-settings.ts';
import { createIndexer } from './indexer.ts';
import { type Integrations, openIntegrations } from './integrations.ts';
import { createReadiness } from './readiness.ts';
import { createRefusals } from './refusals.ts';

/*
 * One environment: its address, its credential pairs, its ledger and its vault. They are opened together, and nothing
 * of one ever reaches another.
 */

export interface EnvironmentOptions {
  readonly environment: EnvironmentName;
  /** Of this environment alone. */
  readonly folder: string;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly log: Logger;
  readonly vault: VaultDoor;
  /** Of the training sandbox. */
  readonly faults?: Faults | undefined;
  /** A document was issued, or its submission moved. */
  readonly onInvoice: (entry: LedgerEntry) => void;
  /** The credential or the way to it moved. */
  readonly onCredential: () => void;
  /** Something a person must know has come up. */
  readonly onAlarm: (alarm: Alarm) => void;
  /** Of the program: what an older one could not send may go with this one. */
  readonly version: string;
}

export interface OpenEnvironment {
  readonly environment: EnvironmentName;
  readonly ledger: Ledger;
  readonly submitter: Submitter;
  readonly credentials: Credentials;
  readonly vault: VaultDoor;
  readonly profile: GatewayProfile;
  readonly integrations: Pick<Integrations, 'handlers'>;
  readonly backups: DailyBackups;
  /** What is wrong now, and how long what waits will take. */
  readonly watch: Pick<Watch, 'current' | 'forecast'>;
  /** Where its gateway is. */
  readonly address: string;
  /** undefined until somebody said who sells here. */
  company(): Company | undefined;
  credentialView(): CredentialView;
  /** The way to the first credential, step by step; empty when there is nothing to tell. */
  onboarding(): OnboardingStep[];
  /**
   * Seals a sale and has it sent.
   * @param replaces uuid of the rejected document that this one stands for
   * @throws FailureError
   */
  issue(sale: Sale, replaces?: string): LedgerEntry;
  /** Resolves when sales can be issued, or the environment waits for a person; rejects with why it cannot. */
  ready(): Promise<void>;
  /** No other process leads this folder: only here may the credential change. */
  readonly isLead: boolean;
  /** Tries again what stood in the way of `ready`. @throws FailureError as `ready` rejects */
  getReady(passphrase?: string): Promise<void>;
  /**
   * A manager says that this machine and folder are the ledger's place from now on, and that no other copy of it will
   * ever issue again. @throws FailureError `ledger-old`, `ledger-forked`
   */
  adoptPlace(actor: string): Promise<void>;
  close(): Promise<void>;
}

/** How often, milliseconds, and how many times a second program looks whether the first has onboarded the folder. */
const lookForLeadEvery = 200;
const looksForLead = 150;
/** How long until training is onboarded again by itself, milliseconds. */
const onboardAgainAfter = 5_000;
/** Before a re-issue: how long what waits may take to go, milliseconds. */
const sendWaitingFor = 60_000;

/** @throws FailureError when the ledger or the sandbox cannot be opened; what was opened before is closed again */
export async function openEnvironment(options: EnvironmentOptions): Promise<OpenEnvironment> {
  const { folder, environment, clock, faults } = options;
  const lead = takeLead(path.join(folder, 'lead.lock'));
  let ledger: Ledger | undefined;
  let sandbox: Sandbox | undefined;
  try {
    ledger = openLedger(path.join(folder, 'ledger.db'), { environment });
    if (environment === 'training')
      sandbox = await startSandbox({ file: path.join(folder, 'sandbox.db'), clock, faults });
    return workOn(options, ledger, sandbox, lead);
  } catch (error) {
    await sandbox?.close();
    ledger?.close();
    lead?.release();
    throw error;
  }
}

function workOn(
  options: EnvironmentOptions,
  ledger: Ledger,
  sandbox: Sandbox | undefined,
  lead: ReturnType<typeof takeLead>,
): OpenEnvironment {
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
  let stamper: Stamper | undefined;
  /** Of the last flow, its end included, which has no row of its own any more. */
  let steps: OnboardingStep[] = [];
  let closing = false;
  const witnessStore = witnessInVault(vault.store, `${environment}/witness`);
  let place: string | undefined;
  /** Once the ledger was found to be the one that was last seen. */
  let witness: WitnessKeeper | undefined;

  const backups = createDailyBackups({
    ledger,
    vatNumber: () => company()?.vatNumber,
    readers: chainReaders,
    clock,
    failureOf: (error) => failureOf(error, log, 'backup'),
  });

  const indexer = createIndexer(ledger, clock, (error) => failureOf(error, log, 'search'));

  const submitter = createSubmitter({
    ledger,
    clock,
    random: Math.random,
    onChange: tellInvoice,
    onError: (error) => failureOf(error, log, 'submission'),
    readQr: (clearedInvoice) => readDocument(clearedInvoice).qr,
    send,
  });

  const watch = createWatch({
    environment,
    ledger,
    submitter,
    clock,
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
    sendWaiting,
    failureOf: (error) => failureOf(error, log, 'credential flow'),
    onChange: () => {
      const flow = credentials.flow.view();
      const ended =
        credentials.state() === 'production'
          ? steps.map((step) => ({ ...step, state: 'done' as const }))
          : [];
      steps = flow?.steps ?? ended;
      witness?.touch();
      options.onCredential();
    },
    onInForce: () => {
      takeUp();
      tellCertificate();
    },
  });

  async function send(claimed: Claimed): Promise<Outcome> {
    const held =
      credentials.keyRing.senderOf(ledger.get(claimed.uuid)?.issuedAt ?? 0) ?? fail('not-onboarded');
    const outcome = await (claimed.mode === 'clearance'
      ? gateway.clear(held.pair, claimed)
      : gateway.report(held.pair, claimed));
    refusals.heard(outcome.kind);
    // What it says of the credential must not keep the document's own outcome.
    await credentials.keyRing.heard(held, outcome).catch((error) => failureOf(error, log, 'credential'));
    return outcome;
  }

  /** The credential in force stamps from now on, and what waits goes under it. */
  function takeUp(): void {
    const held = credentials.keyRing.inForce();
    if (held === undefined) return;
    stamper = createStamper(held);
    warmUp();
    if (closing) return;
    submitter.start(lead !== undefined);
    if (lead !== undefined) resendAfterUpdate(ledger, submitter, options.version);
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

  async function sendWaiting(): Promise<void> {
    const until = clock.now() + sendWaitingFor;
    submitter.wake('network');
    while (ledger.counts().waiting > 0 && clock.now() < until && submitter.connection !== 'refused')
      await new Promise<void>((resolve) => clock.after(200, resolve));
  }

  /** From an empty folder, or where it was broken off, to a training terminal that can sell. */
  async function onboardTraining(authority: Sandbox): Promise<void> {
    if (lead === undefined) return waitForLead();
    const { flow } = credentials;
    ledger.settings.set('company', company());
    const failure = await (flow.view() === undefined
      ? flow.begin('onboarding', authority.makeOtp())
      : flow.proceed(authority.makeOtp()));
    if (failure !== undefined) throw new FailureError(failure);
  }

  /** Another program onboards this folder: what it gets serves here too. */
  async function waitForLead(): Promise<void> {
    for (let look = 0; look < looksForLead; look += 1) {
      await credentials.keyRing.load();
      if (closing || credentials.keyRing.inForce() !== undefined) return;
      await new Promise<void>((resolve) => clock.after(lookForLeadEvery, resolve));
    }
    fail('terminal-busy');
  }

  /** Everything that must hold before a sale can be sealed, in this order. */
  async function makeReady(passphrase: string | undefined): Promise<void> {
    await vault.open(passphrase);
    await checkHistory();
    if (lead !== undefined) await credentials.flow.recover();
    await credentials.keyRing.load();
    if (credentials.keyRing.inForce() === undefined && sandbox !== undefined) await onboardTraining(sandbox);
    if (lead !== undefined && !closing) await integrations.start();
  }

  /** The ledger must be the one that was last seen here. Training may be copied about: its chain is nobody's. */
  async function checkHistory(): Promise<void> {
    place ??= sandbox === undefined ? placeOf(await machineId(), folder) : undefined;
    checkWitness(ledger, await witnessStore.read(), place);
    witness ??= createWitnessKeeper({ ledger, store: witnessStore, place, clock });
    witness.touch();
  }

  function company(): Company | undefined {
    const kept = ledger.settings.get('company') ?? (sandbox === undefined ? undefined : trainingCompany);
    return kept === undefined ? undefined : companySchema.parse(kept);
  }

  function seal(sale: Sale, replaces?: string): { entry: LedgerEntry; existed: boolean } {
    if (stamper === undefined) throw new FailureError(readiness.failure ?? { code: 'not-onboarded' });
    refuseForeignChange();
    const seller = company() ?? fail('no-company');
    const { entry, existed } = issueSale(sale, {
      ledger,
      seller: sellerOf(seller),
      numberPrefix: seller.terminal.numberPrefix,
      stamper,
      clock,
      replaces,
      within: { clearance: profile.timings.clearancePatience, reporting: profile.timings.reportWithin },
    });
    if (!existed) {
      witness?.touch();
      indexer.soon();
      submitter.wake();
      // The rejected one knows its successor now.
      if (replaces !== undefined) tellInvoice(replaces);
      tellInvoice(entry.uuid);
    }
    return { entry, existed };
  }

  /** Another process renewed or re-issued the credential: nothing is stamped with what is no longer in force. */
  function refuseForeignChange(): void {
    if (ledger.credentials.current('production')?.id === credentials.keyRing.inForce()?.credential.id) return;
    void credentials.keyRing.load().catch((error) => failureOf(error, log, 'credential'));
    fail('terminal-busy');
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

  const integrations = openIntegrations({
    ledger,
    folder,
    secrets: vault.store,
    issue: seal,
    company,
    clock,
    fetch,
    version: options.version,
    onError: (error) => failureOf(error, log, 'integration'),
  });

  const readiness = createReadiness({
    make: makeReady,
    failureOf: (error) => failureOf(error, log, 'getting ready'),
    clock,
    // A person sets the other environments up; training does it by itself.
    againAfter: sandbox === undefined ? undefined : onboardAgainAfter,
    onFailure: options.onCredential,
  });

  indexer.soon();
  // Of two programs on one folder one makes backups and tells alarms.
  if (lead !== undefined) {
    backups.start();
    watch.start();
  }

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
    issue: (sale, replaces) => seal(sale, replaces).entry,
    integrations,
    ready: readiness.ready,
    getReady: readiness.again,
    isLead: lead !== undefined,
    async adoptPlace(actor) {
      await adoptPlace(ledger, witnessStore, { place, actor, at: clock.now() });
      await readiness.again();
    },
    async close() {
      closing = true;
      await readiness.stop();
      await integrations.stop();
      watch.stop();
      indexer.stop();
      await backups.stop();
      await submitter.stop();
      await witness?.close();
      await sandbox?.close();
      ledger.close();
      lead?.release();
    },
  };
}
