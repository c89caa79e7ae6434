import { fail } from '../../../../shared/failure.ts';
import { isCopyOf } from '../../../document/stamp/is-copy-of.ts';
import { createCredentials } from '../../../sending/credential/credentials.ts';
import { createFlowLock } from '../../../sending/credential/flow-lock.ts';
import { createKeyRing } from '../../../sending/credential/key-ring.ts';
import { createSubmitter } from '../../../sending/submission/submitter.ts';
import type { EnvironmentContext } from '../context.ts';
import { createCredentialRejections } from '../credentials/credential-rejections.ts';
import { createFlowProgress } from '../credentials/flow-progress.ts';
import { createSendDocument } from '../send-document.ts';
import { sendWaiting } from '../send-waiting.ts';
import type { GatewayParts } from './open-gateway.ts';
import type { IssuingChecks } from './open-issuing-checks.ts';

export type SubmissionParts = ReturnType<typeof openSubmission>;

/** Makes the credentials, and the queue that sends documents with them. */
export function openSubmission(
  context: EnvironmentContext,
  { gateway }: GatewayParts,
  { issuingStop }: IssuingChecks,
) {
  const { environment, ledger, secrets, profile, services, clock, random, events, company, report } = context;
  const keyRing = createKeyRing({
    ledger,
    secrets,
    clock,
    profile,
    onChange: () => events.emit({ type: 'credential-activated' }),
    onMoved: () => events.emit({ type: 'flow-changed' }),
  });
  const template = profile.templates[environment];
  const rejections = createCredentialRejections({ ledger, keyRing, template, clock });
  const submitter = createSubmitter({
    ledger,
    clock,
    random,
    profile,
    isGone: context.sender.isGone,
    isCopyOf,
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
  const flowLock = createFlowLock(context.folder);
  services.add('flow lock', { stop: flowLock.close });
  const credentials = createCredentials({
    ledger,
    secrets,
    profile,
    clock,
    gateway,
    keyRing,
    lock: flowLock,
    company: () => company() ?? fail('no-company'),
    sendWaiting: () => sendWaiting({ ledger, submitter, clock }),
    failureOf: report('credential flow'),
    onChange: () => events.emit({ type: 'flow-changed' }),
  });
  return { keyRing, rejections, submitter, credentials, flowProgress: createFlowProgress(credentials) };
}
