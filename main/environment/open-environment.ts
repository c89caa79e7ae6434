import { failureOf } from '../platform/dispatch.ts';
import { createDrawer } from '../shift/drawer.ts';
import { connectParts, type EnvironmentParts, startWork } from './connect-parts.ts';
import { mayBeDamage } from './damage-watch.ts';
import type { OpenEnvironment } from './environment.ts';
import { createBase, type EnvironmentBase } from './environment-base.ts';
import { openGuardedIntegrations } from './guarded-integrations.ts';
import { createMonitor } from './monitor/monitor.ts';
import { openBackground } from './open-background.ts';
import { openCardQuestions } from './open-card-questions.ts';
import { openFleet } from './open-fleet.ts';
import { type GatewayParts, openGateway } from './open-gateway.ts';
import { type IssuingParts, openIssuing } from './open-issuing.ts';
import { openIssuingChecks } from './open-issuing-checks.ts';
import { openResources } from './open-resources.ts';
import { openSubmission, type SubmissionParts } from './open-submission.ts';
import type { EnvironmentOptions } from './options.ts';
import { createPractice } from './practice.ts';
import { createSandboxAddress } from './sandbox-address.ts';
import { createServices } from './services.ts';

/**
 * Opens one environment and starts its work. This is the composition root: each step uses the ones above it, and events
 * inform the parts.
 * @throws FailureError when the ledger or the sandbox cannot be opened; everything opened before is closed again
 */
export async function openEnvironment(options: EnvironmentOptions): Promise<OpenEnvironment> {
  const services = createServices(options.clock, (error) => failureOf(error, options.log, 'closing'));
  try {
    const base = createBase(options, await openResources(options, services), services);
    const parts = openParts(base);
    startWork(base, parts, connectParts(base, parts));
    return environmentOf(base, parts);
  } catch (error) {
    await services.stop();
    throw error;
  }
}

/** Makes the parts in the order in which they use each other; they are stopped in the opposite order. */
function openParts(base: EnvironmentBase): EnvironmentParts {
  const gateway = openGateway(base);
  const fleet = openFleet(base, gateway);
  const checks = openIssuingChecks(base, gateway, fleet);
  const background = openBackground(base);
  const submission = openSubmission(base, gateway, checks);
  const issuing = openIssuing(base, checks, background, submission);
  const integrations = openIntegrationsOf(base, gateway, issuing);
  const cards = openCardQuestions(base);
  const monitor = openMonitor(base, submission);
  const sandbox = openSandboxAddress(base);
  return {
    sandbox,
    ...gateway,
    ...fleet,
    ...cards,
    ...checks,
    ...background,
    ...submission,
    ...issuing,
    integrations,
    monitor,
  };
}

function openIntegrationsOf(
  { options, context, resources, services, company }: EnvironmentBase,
  { network }: GatewayParts,
  { issuer, intake, receipts }: IssuingParts,
) {
  return services.add(
    'integrations',
    openGuardedIntegrations({
      ...context,
      isResting: options.safeMode !== undefined,
      isLeader: () => resources.leaderLock.isLeader,
      sandbox: resources.sandbox?.address,
      issue: (sale, by, prepared) =>
        prepared === undefined ? issuer.issue(sale, by) : issuer.issuePrepared(sale, by, prepared),
      preview: issuer.preview,
      intake,
      company,
      receipts,
      network,
      onError: context.report('integration'),
    }),
    // They start once the environment leads its folder and is ready, see `make-ready.ts`.
    undefined,
  );
}

function openMonitor({ context, services, handOver }: EnvironmentBase, { submitter }: SubmissionParts) {
  const { events, report } = context;
  return services.add(
    'monitor',
    createMonitor({
      ...context,
      submitter,
      handOver,
      otherAlarms: services.alarms,
      onChange: () => events.emit({ type: 'alarms-changed' }),
      onAlarm: (alarm) => events.emit({ type: 'alarm', alarm }),
      onError: report('monitor'),
    }),
    'leading',
  );
}

/** Creates the faults on request, for training. */
function openPractice({ context, resources, services }: EnvironmentBase, { submitter }: SubmissionParts) {
  if (resources.sandbox === undefined) return undefined;
  const { faults } = resources.sandbox;
  const onEnd = () => submitter.wake('network');
  return services.add('practice', createPractice({ faults, clock: context.clock, onEnd }));
}

/** Opens the sandbox of training, whose address the leading program publishes. */
function openSandboxAddress({ context, resources, services }: EnvironmentBase) {
  const { sandbox, leaderLock } = resources;
  if (sandbox === undefined) return undefined;
  const address = createSandboxAddress(context.ledger, sandbox, () => leaderLock.isLeader);
  return services.add('sandbox address', address, 'leading');
}

function environmentOf(base: EnvironmentBase, parts: EnvironmentParts): OpenEnvironment {
  const { options, context, resources, services, company } = base;
  const { readiness, knownTime, rollbackGuard, issuingStop, submitter, monitor } = parts;
  return {
    environment: context.environment,
    ledger: context.ledger,
    drawer: createDrawer(context.ledger, context.clock, rollbackGuard.touch),
    cardQuestions: parts.cardQuestions,
    cardTerminal: parts.cardTerminal,
    submitter,
    credentials: parts.credentials,
    vault: options.vault,
    broken: options.broken,
    network: parts.network,
    membership: parts.membership,
    profile: context.profile,
    address: parts.address,
    isAddressByPolicy: parts.isAddressByPolicy,
    backups: parts.backups,
    months: parts.months,
    backupReader: parts.backupReader,
    practice: openPractice(base, parts),
    sandbox: parts.sandbox,
    monitor,
    handOver: base.handOver,
    company,
    credentialView: () => parts.credentials.view(parts.rejections.view()),
    onboarding: parts.flowProgress.steps,
    issuer: parts.issuer,
    integrations: parts.integrations,
    receipts: parts.receipts,
    get unready() {
      return parts.unready();
    },
    ready: readiness.ready,
    getReady: readiness.again,
    get isLeader() {
      return resources.leaderLock.isLeader;
    },
    hasOthers: resources.sender.hasOthers,
    knownTime: {
      confirm: knownTime.confirm,
      correct(...said) {
        const documents = knownTime.correct(...said);
        // Documents that waited for a time far in the future are sent now, and deadlines change.
        submitter.wake('network');
        monitor.lookAgain();
        return documents;
      },
    },
    noteFailure(failure) {
      if (mayBeDamage(failure)) context.events.emit({ type: 'ledger-suspected' });
    },
    checkDamage: parts.damage.check,
    resumeIssuing: issuingStop.lift,
    async adoptPlace(actor) {
      await rollbackGuard.adopt(actor);
      await readiness.again();
    },
    close: services.stop,
  };
}
