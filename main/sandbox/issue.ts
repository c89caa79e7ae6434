import { FailureError } from '../../shared/failure.ts';
import { readCertificate } from '../stamp/certificate.ts';
import { type CertificateRequest, readCertificateRequest } from '../stamp/certificate-request.ts';
import { checkSubject } from '../stamp/subject.ts';
import { type Answer, refusal } from './answer.ts';
import { requiredSteps } from './compliance-steps.ts';
import type { SandboxContext } from './context.ts';
import type { Credential, CredentialKind } from './credential-store.ts';

/* The three calls that end in a credential pair: bodies and errors as in the facts' table of calls. */

type JsonObject = Readonly<Record<string, unknown>>;

/** POST /compliance: a certificate request and a one-time password for the compliance pair. */
export function issueCompliance(context: SandboxContext, body: JsonObject, otp: string | undefined): Answer {
  const asked = readAsked(context, body, otp);
  if ('status' in asked) return asked;
  return issue(context, 'compliance', asked);
}

/** PATCH /production/csids: the same for a new production pair, or 428 with a compliance pair when so ordered. */
export function renewProduction(
  context: SandboxContext,
  body: JsonObject,
  otp: string | undefined,
  current: Credential,
): Answer {
  const asked = readAsked(context, body, otp);
  if ('status' in asked) return asked;
  if (deviceOf(asked.request) !== current.device)
    return refusal(400, 'Invalid-CSR', 'The certificate request is for another device or VAT number');
  if (context.faults.take('not-compliant') === undefined) return issue(context, 'production', asked);
  const answer = issue(context, 'compliance', asked);
  return answer.status === 200
    ? { status: 428, body: { value: notCompliant(context, answer.body) } }
    : answer;
}

/** POST /production/csids: the production pair, once the whole compliance series has passed. */
export function issueProduction(context: SandboxContext, body: JsonObject, compliance: Credential): Answer {
  const { profile, credentials } = context;
  if (body[profile.requestFields.complianceRequestId] !== String(compliance.requestId))
    return refusal(
      400,
      'Invalid-ComplianceRequestId',
      'compliance_request_id is not that of the compliance credential',
    );
  const passed = credentials.passedSteps(compliance.requestId);
  const { documentTypes = '' } = readCertificate(compliance.certificate);
  const missing = requiredSteps(documentTypes).filter((step) => !passed.includes(step));
  if (missing.length > 0)
    return refusal(400, 'Missing-ComplianceSteps', `Compliance steps not passed: ${missing.join(', ')}`);
  const request = readCertificateRequest(compliance.request);
  return issue(context, 'production', { pem: compliance.request, request });
}

interface Asked {
  readonly pem: string;
  readonly request: CertificateRequest;
  /** Spent when the certificate is issued: one each (C 3820), so a mended request may use it again. */
  readonly otp?: string;
}

function readAsked(context: SandboxContext, body: JsonObject, otp: string | undefined): Asked | Answer {
  const { profile, credentials, clock } = context;
  if (otp === undefined || otp === '') return refusal(400, 'Missing-OTP', 'OTP is required');
  if (!credentials.hasOtp(otp, clock.now())) return invalidOtp();
  const csr = body[profile.requestFields.csr];
  if (typeof csr !== 'string' || csr === '') return refusal(400, 'Missing-CSR', 'CSR is required');
  const pem = Buffer.from(csr, 'base64').toString('utf8');
  try {
    const request = readCertificateRequest(pem);
    checkSubject(request.subject);
    if (requiredSteps(request.subject.documentTypes).length === 0)
      return refusal(400, 'Invalid-CSR', 'documentTypes: must be 1000, 0100 or 1100');
    return request.template === profile.templates.training ? { pem, request, otp } : deniedByPolicy(context);
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return refusal(400, 'Invalid-CSR', error.message);
  }
}

function issue(context: SandboxContext, kind: CredentialKind, { pem, request, otp }: Asked): Answer {
  const { authority, credentials, clock, profile } = context;
  const now = clock.now();
  const credential = credentials.issue(
    {
      kind,
      certificate: authority.issue(kind, request, now),
      request: pem,
      device: deviceOf(request),
    },
    otp === undefined ? undefined : { otp, now },
  );
  // Between the look at it and now, another request was faster.
  if (credential === undefined) return invalidOtp();
  const fields = profile.answerFields;
  return {
    status: 200,
    body: {
      [fields.requestId]: credential.requestId,
      [fields.disposition]: profile.disposition.issued,
      [fields.csid]: credential.csid,
      [fields.secret]: credential.secret,
    },
  };
}

function deviceOf({ subject }: CertificateRequest): string {
  return `${subject.vatNumber} ${subject.serial}`;
}

function invalidOtp(): Answer {
  return refusal(400, 'Invalid-OTP', 'The provided OTP is invalid');
}

/** A wrong certificate template (C). */
function deniedByPolicy(context: SandboxContext): Answer {
  const fields = context.profile.answerFields;
  const nothing = { [fields.requestId]: null, [fields.csid]: null, [fields.secret]: null };
  return { status: 400, body: { ...notCompliant(context, nothing), errors: ['Denied by Policy Module'] } };
}

function notCompliant({ profile }: SandboxContext, body: object | string): object {
  return { ...Object(body), [profile.answerFields.disposition]: profile.disposition.notCompliant };
}
