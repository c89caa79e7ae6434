import { failureOf } from '../../../base/platform/dispatch.ts';
import { createDrawer } from '../../../till/shift/drawer.ts';
import { type EnvironmentContext, openContext } from '../context.ts';
import type { OpenEnvironment } from '../environment.ts';
import { mayBeDamage } from '../guards/damage-watch.ts';
import type { EnvironmentOptions } from '../options.ts';
import { createPractice } from '../practice.ts';
import { connectParts, startWork } from './connect-parts.ts';
import { type EnvironmentParts, openParts } from './open-parts.ts';
import type { SubmissionParts } from './open-submission.ts';
import { createServices } from './services.ts';

/**
 * Opens one environment and starts its work. This is the composition root: each step uses the ones above it, and events
 * inform the parts.
 * @throws FailureError when the ledger or the sandbox cannot be opened; everything opened before is closed again
 */
export async function openEnvironment(options: EnvironmentOptions): Promise<OpenEnvironment> {
  const services = createServices(options.clock, (error) => failureOf(error, options.log, 'closing'));
  try {
    const context = await openContext(options, services);
    const parts = openParts(context);
    startWork(context, parts, connectParts(context, parts));
    return environmentOf(context, parts);
  } catch (error) {
    await services.stop();
    throw error;
  }
}

/** Creates the faults on request, for training. */
function openPractice({ sandbox, services, clock }: EnvironmentContext, { submitter }: SubmissionParts) {
  if (sandbox === undefined) return undefined;
  const { faults } = sandbox;
  const onEnd = () => submitter.wake('network');
  return services.add('practice', createPractice({ faults, clock, onEnd }));
}

function environmentOf(context: EnvironmentContext, parts: EnvironmentParts): OpenEnvironment {
  const { options, leaderLock, services, company } = context;
  const { gateway, officeLink, background, submission, cards, monitor } = parts;
  const { readiness, knownTime, rollbackGuard, issuingStop, damage, unready } = parts.checks;
  const { issuer, receipts } = parts.issuing;
  const { submitter, credentials } = submission;
  return {
    environment: context.environment,
    ledger: context.ledger,
    drawer: createDrawer(context.ledger, context.clock, rollbackGuard.touch),
    cardQuestions: cards.cardQuestions,
    cardTerminal: cards.cardTerminal,
    submitter,
    credentials,
    vault: options.vault,
    broken: options.broken,
    network: gateway.network,
    membership: officeLink.membership,
    profile: context.profile,
    address: gateway.address,
    isAddressByPolicy: gateway.isAddressByPolicy,
    backups: background.backups,
    months: background.months,
    backupReader: background.backupReader,
    practice: openPractice(context, submission),
    sandbox: parts.sandbox,
    monitor,
    handOver: context.handOver,
    company,
    credentialView: () => credentials.view(submission.rejections.view()),
    onboarding: submission.flowProgress.steps,
    issuer,
    integrations: parts.integrations,
    receipts,
    get unready() {
      return unready();
    },
    ready: readiness.ready,
    getReady: readiness.again,
    get isLeader() {
      return leaderLock.isLeader;
    },
    hasOthers: context.sender.hasOthers,
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
    checkDamage: damage.check,
    resumeIssuing: issuingStop.lift,
    async adoptPlace(actor) {
      await rollbackGuard.adopt(actor);
      await readiness.again();
    },
    close: services.stop,
  };
}
