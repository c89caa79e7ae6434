import { reissueFor } from '../../../till/issue/reissue-each.ts';
import type { EnvironmentContext } from '../context.ts';
import { openGuardedIntegrations } from '../guarded-integrations.ts';
import { createMonitor } from '../monitor/monitor.ts';
import { createSandboxAddress } from '../sandbox-address.ts';
import { openBackground } from './open-background.ts';
import { openCardQuestions } from './open-card-questions.ts';
import { type GatewayParts, openGateway } from './open-gateway.ts';
import { type IssuingParts, openIssuing } from './open-issuing.ts';
import { openIssuingChecks } from './open-issuing-checks.ts';
import { openOfficeLink } from './open-office-link.ts';
import { openSubmission, type SubmissionParts } from './open-submission.ts';

/** The parts of an environment, by the step that made them; not started yet. */
export type EnvironmentParts = ReturnType<typeof openParts>;

/** Makes the parts in the order in which they use each other; they are stopped in the opposite order. */
export function openParts(context: EnvironmentContext) {
  const gateway = openGateway(context);
  const officeLink = openOfficeLink(context, gateway);
  const checks = openIssuingChecks(context, gateway, officeLink);
  const background = openBackground(context);
  const submission = openSubmission(context, gateway, checks);
  const issuing = openIssuing(context, checks, background, submission);
  const integrations = openIntegrationsOf(context, gateway, submission, issuing);
  const cards = openCardQuestions(context);
  const monitor = openMonitor(context, submission);
  const sandbox = openSandboxAddress(context);
  return {
    gateway,
    officeLink,
    checks,
    background,
    submission,
    issuing,
    integrations,
    cards,
    monitor,
    sandbox,
  };
}

function openIntegrationsOf(
  context: EnvironmentContext,
  { network }: GatewayParts,
  { keyRing }: SubmissionParts,
  { issuer, intake, receipts }: IssuingParts,
) {
  const { options, leaderLock, services, company } = context;
  return services.add(
    'integrations',
    openGuardedIntegrations({
      ledger: context.ledger,
      folder: context.folder,
      secrets: context.secrets,
      clock: context.clock,
      random: context.random,
      version: context.version,
      events: context.events,
      isResting: options.safeMode !== undefined,
      isLeader: () => leaderLock.isLeader,
      mayLetIn: options.isManager,
      sandbox: context.sandbox?.address,
      async issue(sale, by, prepared) {
        await keyRing.upToDate();
        return prepared === undefined ? issuer.issue(sale, by) : issuer.issuePrepared(sale, by, prepared);
      },
      async reissue(by, rejected, check) {
        await keyRing.upToDate();
        return reissueFor(by, rejected, { ...issuer, documents: context.ledger.documents }, check);
      },
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

function openMonitor(context: EnvironmentContext, { submitter, credentials }: SubmissionParts) {
  const { environment, ledger, services, clock, events, handOver, report, options } = context;
  return services.add(
    'monitor',
    createMonitor({
      environment,
      ledger,
      clock,
      submitter,
      handOver,
      certificateEnd: () => credentials.certificate()?.validTo,
      hasCashier: options.hasCashier,
      limits: options.limits,
      otherAlarms: (now) => [...services.alarms(now), ...(options.machineAlarms?.() ?? [])],
      onChange: () => events.emit({ type: 'alarms-changed' }),
      onAlarm: (alarm) => events.emit({ type: 'alarm', alarm }),
      onError: report('monitor'),
    }),
    'leading',
  );
}

/** Opens the sandbox of training, whose address the leading program publishes. */
function openSandboxAddress({ ledger, sandbox, leaderLock, services }: EnvironmentContext) {
  if (sandbox === undefined) return undefined;
  const address = createSandboxAddress(ledger, sandbox, () => leaderLock.isLeader);
  return services.add('sandbox address', address, 'leading');
}
