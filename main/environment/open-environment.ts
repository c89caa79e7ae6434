import { fail } from '../../shared/failure.ts';
import { createCredentials } from '../credential/credentials.ts';
import { keptCompany } from '../credential/kept-company.ts';
import { createKeyRing } from '../credential/key-ring.ts';
import { sellerOf } from '../credential/seller.ts';
import { createGateway } from '../gateway/client.ts';
import { documentReaders } from '../issue/document-readers.ts';
import { createIssuer } from '../issue/issuer.ts';
import { createSaleIntake } from '../issue/sale-intake.ts';
import { headMarkerOf } from '../ledger/head-marker.ts';
import { createMonitor } from '../monitor/monitor.ts';
import { createNetwork } from '../network/network.ts';
import { failureOf } from '../platform/dispatch.ts';
import { createPdfMaker } from '../receipt/pdf-maker.ts';
import { createReceipts } from '../receipt/receipts.ts';
import { readDocument } from '../stamp/read-document.ts';
import { isCopyOf } from '../submission/cleared-copy.ts';
import { createSubmitter } from '../submission/submitter.ts';
import { createActivation } from './activation.ts';
import { createDailyBackups } from './backups.ts';
import { createContext } from './context.ts';
import { createCredentialRejections } from './credential-rejections.ts';
import type { OpenEnvironment } from './environment.ts';
import { createFlowProgress } from './flow-progress.ts';
import { addressOf } from './gateway-settings.ts';
import { openGuardedIntegrations } from './guarded-integrations.ts';
import { createIndexer } from './indexer.ts';
import { createIssuingGuard } from './issuing-guard.ts';
import { createIssuingStop } from './issuing-stop.ts';
import { createKnownTime } from './known-time.ts';
import { refusalAlarms } from './ledger-alarms.ts';
import { createPreparation } from './make-ready.ts';
import { type OpenResources, openResources } from './open-resources.ts';
import type { EnvironmentOptions } from './options.ts';
import { createReadiness } from './readiness.ts';
import { createRollbackGuard } from './rollback-guard.ts';
import { createSendDocument } from './send-document.ts';
import { sendWaiting } from './send-waiting.ts';
import { createServices, type Services } from './services.ts';
import { trainingCompany } from './training.ts';

/** How long until training is onboarded again by itself, milliseconds. */
const onboardAgainAfter = 5_000;

/**
 * Opens one environment and starts its work. Composition root: each part stands below those that it uses, and what is
 * told upwards is an event.
 * @throws FailureError when the ledger or the sandbox cannot be opened; what was opened before is closed again
 */
export async function openEnvironment(options: EnvironmentOptions): Promise<OpenEnvironment> {
  const services = createServices(options.clock, (error) => failureOf(error, options.log, 'closing'));
  try {
    return buildEnvironment(options, await openResources(options, services), services);
  } catch (error) {
    await services.stop();
    throw error;
  }
}

function buildEnvironment(
  options: EnvironmentOptions,
  resources: OpenResources,
  services: Services,
): OpenEnvironment {
  const { ledger, lead, sender, sandbox } = resources;
  const { vault } = options;
  const context = createContext(options, ledger);
  const { clock, events, profile, report } = context;
  const changed = (type: 'credential-changed' | 'health-changed') => () => events.emit({ type });
  const company = () => keptCompany(ledger.settings) ?? (sandbox === undefined ? undefined : trainingCompany);

  const network = createNetwork({
    settings: ledger.settings,
    secrets: context.secrets,
    passwordName: `${context.environment}/network/proxy`,
    policy: options.policy,
    fetch: options.fetch,
    resolveProxy: options.resolveProxy,
  });
  const address = addressOf(ledger, sandbox);
  const gateway = createGateway({
    profile,
    baseUrl: address,
    fetch: network.fetchFor('gateway'),
    language: context.language,
    now: () => clock.now(),
    observer: {
      onServerTime: (sighting) => events.emit({ type: 'gateway-time', sighting }),
      onCredentialRefused: (rejected) => events.emit({ type: 'credential-rejected', rejected }),
    },
  });

  // What stands in the way of a document.
  const readiness = createReadiness({
    failureOf: report('getting ready'),
    clock,
    // A person sets the other environments up; training does it by itself.
    againAfter: sandbox === undefined ? undefined : onboardAgainAfter,
    onFailure() {
      events.emit({ type: 'credential-changed' });
      events.emit({ type: 'health-changed' });
    },
  });
  const knownTime = services.add('clock', createKnownTime(context), 'ready');
  const rollbackGuard = services.add(
    'rollback guard',
    createRollbackGuard({
      ledger,
      vault: context.secrets,
      // Training folders may be copied, so their place is not checked.
      home: sandbox ? undefined : { folder: context.folder, stateFolder: options.stateFolder },
      noteFile: headMarkerOf(resources.ledgerFile),
      clock,
      onChange: changed('health-changed'),
    }),
  );
  const issuingStop = createIssuingStop({
    ...context,
    onChange() {
      events.emit({ type: 'credential-changed' });
      events.emit({ type: 'health-changed' });
    },
  });
  const unready = () => readiness.failure ?? issuingStop.failure();
  services.add('refusals', { alarms: () => refusalAlarms(unready()) });
  const checkIssuing = createIssuingGuard({ issuingStop, rollbackGuard, readiness, knownTime, gateway });

  // What goes on beside the sales.
  const backups = services.add(
    'backups',
    createDailyBackups({
      ledger,
      vatNumber: () => company()?.vatNumber,
      readers: documentReaders,
      folder: context.folder,
      clock,
      failureOf: report('backup'),
      onChange() {
        events.emit({ type: 'backups-changed' });
        events.emit({ type: 'health-changed' });
      },
    }),
    'leading',
  );
  const indexer = services.add('indexer', createIndexer(ledger, clock, report('search')));

  // The way to the authority.
  const keyRing = createKeyRing({
    ...context,
    onChange: () => events.emit({ type: 'credential-activated' }),
    onMoved: () => events.emit({ type: 'flow-changed' }),
  });
  const rejections = createCredentialRejections({
    ledger,
    keyRing,
    template: profile.templates[context.environment],
    clock,
  });
  const submitter = createSubmitter({
    ...context,
    isGone: sender.isGone,
    isCopyOf,
    readQr: (clearedInvoice) => readDocument(clearedInvoice).qr,
    send: createSendDocument({
      gateway,
      keyRing,
      rejections,
      onOutcome: (claimed, outcome) => issuingStop.noteOutcome(claimed, outcome),
      onError: report('credential'),
    }),
    onChange: (uuid) => events.emit({ type: 'invoice-changed', uuid }),
    onError: report('submission'),
  });
  services.add('submitter', { stop: submitter.stop });
  const credentials = createCredentials({
    ...context,
    gateway,
    keyRing,
    company: () => company() ?? fail('no-company'),
    sendWaiting: () => sendWaiting({ ledger, submitter, clock }),
    failureOf: report('credential flow'),
    onChange: () => events.emit({ type: 'flow-changed' }),
  });
  const flowProgress = createFlowProgress(credentials);

  // From a sale to a sealed document, and what others have of it.
  const intake = createSaleIntake({
    seller() {
      const sells = company();
      return sells && sellerOf(sells);
    },
    now: () => clock.now(),
  });
  services.add('sale intake', { stop: intake.close });
  const issuer = createIssuer({
    ...context,
    keyRing,
    company,
    whyNot: () => readiness.failure,
    checkIssuing,
    independentHash: intake.hash,
    onForeignChange: () => void keyRing.load().catch(report('credential')),
    onSealed({ uuid }, replaces) {
      rollbackGuard.touch();
      indexer.soon();
      submitter.wake();
      // The rejected document knows its successor now.
      if (replaces !== undefined) events.emit({ type: 'invoice-changed', uuid: replaces });
      events.emit({ type: 'invoice-changed', uuid });
    },
  });
  const pdfs = createPdfMaker();
  services.add('pdfs', { stop: pdfs.close });
  const receipts = createReceipts({ ledger, company, pdfs });
  const integrations = services.add(
    'integrations',
    openGuardedIntegrations({
      ...context,
      isLead: () => lead.isHeld,
      issue: (sale, prepared) =>
        prepared === undefined ? issuer.seal(sale) : issuer.sealPrepared(sale, prepared),
      intake,
      company,
      receipts,
      network,
      onError: report('integration'),
    }),
  );
  const monitor = services.add(
    'monitor',
    createMonitor({
      ...context,
      submitter,
      others: services.alarms,
      onChange: () => events.emit({ type: 'alarms-changed' }),
      onAlarm: (alarm) => events.emit({ type: 'alarm', alarm }),
      onError: report('monitor'),
    }),
    'leading',
  );

  const activate = createActivation({ ...context, keyRing, issuer, submitter, lead, services });
  const prepare = createPreparation({
    ...context,
    vault,
    lead,
    sandbox,
    backups,
    rollbackGuard,
    credentials,
    knownTime,
    gateway,
    integrations,
    services,
  });
  services.add('getting ready', {
    async stop() {
      await credentials.flow.stop();
      await readiness.stop();
    },
  });

  events.on('gateway-time', ({ sighting }) => monitor.sight(sighting));
  events.on('gateway-time', ({ sighting }) => knownTime.sight(sighting));
  events.on('credential-rejected', ({ rejected }) => {
    rejections.note(rejected);
    events.emit({ type: 'credential-changed' });
  });
  events.on('flow-changed', () => {
    flowProgress.update();
    rollbackGuard.touch();
    events.emit({ type: 'credential-changed' });
  });
  events.on('credential-activated', activate);
  events.on('credential-activated', () => {
    const active = keyRing.inForce();
    if (active !== undefined)
      integrations.credentialIssued(active.certificate.serial, active.credential.issuedAt);
  });
  events.on('health-changed', monitor.lookAgain);
  events.on('alarm', ({ alarm }) => integrations.alarmed(alarm, clock.now()));
  events.on('invoice-changed', ({ uuid }) => integrations.invoiceChanged(uuid));

  /** @param later another program led this folder until now, and did its part of getting ready */
  async function beginToLead(later: boolean): Promise<void> {
    await services.start('leading');
    if (!later) return;
    await readiness.ready().catch(() => undefined);
    // Why it is not ready is in its status.
    if (!services.isStopping) await readiness.again().catch(() => undefined);
    activate();
  }

  readiness.begin(prepare);
  indexer.soon();
  lead.whenHeld((later) => void beginToLead(later).catch(report('leading')));

  return {
    environment: context.environment,
    ledger,
    submitter,
    credentials,
    vault,
    network,
    profile,
    address,
    backups,
    monitor,
    company,
    credentialView: () => credentials.view(rejections.view()),
    onboarding: flowProgress.steps,
    issue: (sale, replaces) => issuer.seal(sale, replaces).entry,
    integrations,
    receipts,
    get unready() {
      return unready();
    },
    ready: readiness.ready,
    getReady: readiness.again,
    get isLead() {
      return lead.isHeld;
    },
    knownTime: {
      confirm: knownTime.confirm,
      correct(...said) {
        const documents = knownTime.correct(...said);
        // What waited for a time that will not come for long goes now, and deadlines are others.
        submitter.wake('network');
        monitor.lookAgain();
        return documents;
      },
    },
    resumeIssuing: issuingStop.lift,
    async adoptPlace(actor) {
      await rollbackGuard.adopt(actor);
      await readiness.again();
    },
    close: services.stop,
  };
}
