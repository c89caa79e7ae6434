import { resendAfterUpdate } from '../../../sending/submission/resend-after-update.ts';
import type { EnvironmentContext } from '../context.ts';
import { tillStatusOf } from '../till-status.ts';
import { createPreparation } from './make-ready.ts';
import type { EnvironmentParts } from './open-parts.ts';

/**
 * Subscribes the parts to the events that concern them.
 * @returns a function that makes the terminal stamp with the credential in force, and sends the documents that wait for
 * it
 */
export function connectParts(context: EnvironmentContext, parts: EnvironmentParts): () => void {
  const { options, clock, events, emit } = context;
  const { submission, integrations, monitor } = parts;
  const { readiness, knownTime, rollbackGuard, damage } = parts.checks;
  const { keyRing, rejections, submitter, flowProgress } = submission;
  const activate = createActivation(context, parts);

  parts.officeLink.describe(tillStatusOf(context, parts));
  events.on('gateway-time', ({ reading }) => monitor.noteServerTime(reading));
  events.on('gateway-time', ({ reading }) => knownTime.noteServerTime(reading));
  events.on('credential-rejected', ({ rejected }) => {
    rejections.note(rejected);
    emit('credential-changed');
  });
  events.on('flow-changed', () => {
    flowProgress.update();
    rollbackGuard.touch();
    emit('credential-changed');
  });
  events.on('credential-activated', activate);
  events.on('credential-activated', () => {
    const active = keyRing.inForce();
    if (active !== undefined)
      integrations.credentialIssued(active.certificate.serial, active.credential.issuedAt);
  });
  // A ledger in memory replaces one that is known to be damaged.
  if (options.broken === undefined) events.on('ledger-suspected', damage.suspect);
  // Waiting documents use the changed connection at once.
  events.on('network-changed', () => submitter.wake('network'));
  events.on('office-compared', () => void readiness.again().catch(() => undefined));
  events.on('health-changed', monitor.lookAgain);
  events.on('alarm', ({ alarm }) => integrations.alarmed(alarm, clock.now()));
  events.on('invoice-changed', ({ uuid }) => integrations.invoiceChanged(uuid));
  return activate;
}

function createActivation(
  { options: { sends = 'all' }, ledger, version, leaderLock, services, emit }: EnvironmentContext,
  { submission: { keyRing, submitter }, issuing: { issuer } }: EnvironmentParts,
): () => void {
  return () => {
    const active = keyRing.inForce();
    if (active === undefined) return;
    issuer.use(active);
    if (services.isStopping) return;
    if (sends !== 'nothing') submitter.start(leaderLock.isLeader);
    if (sends === 'all') {
      if (leaderLock.isLeader) resendAfterUpdate(ledger, submitter, version);
      submitter.wake('credential');
    }
    emit('credential-changed');
  };
}

/** Starts the work: getting ready, and the leader's work as soon as this process leads the folder. */
export function startWork(context: EnvironmentContext, parts: EnvironmentParts, activate: () => void): void {
  const { services, leaderLock } = context;
  const { readiness } = parts.checks;
  const { credentials } = parts.submission;

  /** @param later true when another program led this folder until now, and has already done what a leader does first */
  async function beginToLead(later: boolean): Promise<void> {
    await services.start('leading');
    if (!later) return;
    await readiness.ready().catch(() => undefined);
    // The status shows why the environment is not ready.
    if (!services.isStopping) await readiness.again().catch(() => undefined);
    activate();
  }

  services.add('getting ready', {
    async stop() {
      await credentials.flow.stop();
      await readiness.stop();
    },
  });
  readiness.begin(createPreparation(context, parts));
  parts.background.indexer.soon();
  leaderLock.whenLeading(
    (later) => void beginToLead(later).catch(context.report('leading')),
    context.ledger.refuseNewer,
  );
}
