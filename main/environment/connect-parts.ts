import { createActivation } from './activation.ts';
import type { EnvironmentBase } from './environment-base.ts';
import type { GuardedIntegrations } from './guarded-integrations.ts';
import { checkBooks, createPreparation, loadKeys } from './make-ready.ts';
import type { Monitor } from './monitor/monitor.ts';
import type { BackgroundParts } from './open-background.ts';
import type { CardParts } from './open-card-questions.ts';
import type { FleetParts } from './open-fleet.ts';
import type { GatewayParts } from './open-gateway.ts';
import type { IssuingParts } from './open-issuing.ts';
import type { IssuingChecks } from './open-issuing-checks.ts';
import type { SubmissionParts } from './open-submission.ts';
import type { SandboxAddress } from './sandbox-address.ts';
import { tillStatusOf } from './till-status.ts';

/** The parts of an environment, not started yet. */
export interface EnvironmentParts
  extends GatewayParts,
    FleetParts,
    IssuingChecks,
    BackgroundParts,
    CardParts,
    SubmissionParts,
    IssuingParts {
  readonly integrations: GuardedIntegrations;
  readonly monitor: Monitor;
  /** The address of the training sandbox; absent in other environments. */
  readonly sandbox: SandboxAddress | undefined;
}

/**
 * Subscribes the parts to the events that concern them.
 * @returns a function that makes the credential in force stamp and send
 */
export function connectParts(
  { options, context, resources, services, emit }: EnvironmentBase,
  parts: EnvironmentParts,
): () => void {
  const { clock, events } = context;
  const { monitor, knownTime, rejections, flowProgress, rollbackGuard, keyRing, integrations } = parts;
  const { readiness, damage, submitter } = parts;
  const activate = createActivation({ ...context, ...parts, ...resources, services, sends: options.sends });

  parts.describe(tillStatusOf(context, parts));
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

/** Starts the work: getting ready, and the leader's work as soon as this process leads the folder. */
export function startWork(base: EnvironmentBase, parts: EnvironmentParts, activate: () => void): void {
  const { options, context, resources, services } = base;
  const { credentials, readiness, indexer } = parts;
  const from = { ...context, ...parts, ...resources, services };
  const prepare = createPreparation({
    ...from,
    vault: options.vault,
    broken: options.broken,
    checkBooks: () => checkBooks(from),
    loadKeys: () => loadKeys(from),
  });

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
  readiness.begin(prepare);
  indexer.soon();
  resources.leaderLock.whenLeading(
    (later) => void beginToLead(later).catch(context.report('leading')),
    context.ledger.refuseNewer,
  );
}
