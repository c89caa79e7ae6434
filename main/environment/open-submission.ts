import { fail } from '../../shared/failure.ts';
import { type Credentials, createCredentials } from '../credential/credentials.ts';
import { createKeyRing, type KeyRing } from '../credential/key-ring.ts';
import { readDocument } from '../stamp/read-document.ts';
import { isCopyOf } from '../submission/cleared-copy.ts';
import { createSubmitter, type Submitter } from '../submission/submitter.ts';
import { type CredentialRejections, createCredentialRejections } from './credential-rejections.ts';
import type { EnvironmentBase } from './environment-base.ts';
import { createFlowProgress, type FlowProgress } from './flow-progress.ts';
import type { GatewayParts } from './open-gateway.ts';
import type { IssuingChecks } from './open-issuing-checks.ts';
import { createSendDocument } from './send-document.ts';
import { sendWaiting } from './send-waiting.ts';

/** The credentials, and the queue that sends documents with them. */
export interface SubmissionParts {
  readonly keyRing: KeyRing;
  readonly rejections: CredentialRejections;
  readonly submitter: Submitter;
  readonly credentials: Credentials;
  readonly flowProgress: FlowProgress;
}

export function openSubmission(
  { context, resources, services, company }: EnvironmentBase,
  { gateway }: GatewayParts,
  { issuingStop }: IssuingChecks,
): SubmissionParts {
  const { clock, events, ledger, profile, report } = context;
  const keyRing = createKeyRing({
    ...context,
    onChange: () => events.emit({ type: 'credential-activated' }),
    onMoved: () => events.emit({ type: 'flow-changed' }),
  });
  const template = profile.templates[context.environment];
  const rejections = createCredentialRejections({ ledger, keyRing, template, clock });
  const submitter = createSubmitter({
    ...context,
    isGone: resources.sender.isGone,
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
  return { keyRing, rejections, submitter, credentials, flowProgress: createFlowProgress(credentials) };
}
