import { FailureError } from '../../shared/failure.ts';
import { readCertificate } from '../document/stamp/certificates/certificate.ts';
import {
  type CertificateRequest,
  readCertificateRequest,
} from '../document/stamp/certificates/certificate-request.ts';
import { checkSubject } from '../document/stamp/certificates/subject.ts';
import { SigningKey } from '../document/stamp/key.ts';
import { type Answer, refusal } from './answer.ts';
import { requiredDocuments, stepName } from './checks/compliance-steps.ts';
import type { SandboxContext } from './context.ts';
import { deviceOf } from './device-name.ts';
import { refusedPortalOtps } from './environments.ts';
import type { Credential, NewCredential } from './store/credential-store.ts';

/* The three calls that return a credential pair: bodies and errors as in the facts' table of calls. */

type JsonObject = Readonly<Record<string, unknown>>;

/** POST /compliance: a certificate request and a one-time password for the compliance pair. */
export function issueCompliance(context: SandboxContext, body: JsonObject, otp: string | undefined): Answer {
  const request = readRequest(context, body, otp);
  if ('status' in request) return request;
  return issue(context, request, { kind: 'compliance', byRenewal: false, complianceRequestId: null });
}

/**
 * PATCH /production/csids: a certificate request and a one-time password for a new production pair; with a directive,
 * the answer is 428 with a compliance pair. The authority does not publish the fate of the old pair: here it works
 * until its own certificate expires, unless `renewal-ends-old`.
 */
export function renewProduction(
  context: SandboxContext,
  body: JsonObject,
  otp: string | undefined,
  current: Credential,
): Answer {
  const { faults, profile } = context;
  const request = readRequest(context, body, otp);
  if ('status' in request) return request;
  if (deviceOf(request.request.subject) !== current.device)
    return refusal(400, 'Invalid-CSR', 'The certificate request is for another device or VAT number');
  const terms = { byRenewal: true, complianceRequestId: null };
  const wrapped = faults.take('not-compliant') !== undefined;
  if (!wrapped && faults.take('not-compliant-bare') === undefined)
    return issue(context, request, { kind: 'production', ...terms });

  const answer = issue(context, request, { kind: 'compliance', ...terms });
  if (answer.status !== 200) return answer;
  const pair = notCompliant(context, answer.body);
  return { status: 428, body: wrapped ? { [profile.answerFields.wrapper]: pair } : pair };
}

/**
 * POST /production/csids: the production pair, once the whole compliance series has passed. If the same request id is
 * sent again, another pair is issued and both work, so that a lost answer does no harm. The authority publishes nothing
 * about this; with the directive `production-once` it is refused.
 */
export function issueProduction(context: SandboxContext, body: JsonObject, compliance: Credential): Answer {
  const { profile, credentials, faults } = context;
  const { requestId } = compliance;
  if (body[profile.requestFields.complianceRequestId] !== String(requestId))
    return invalidRequestId('compliance_request_id is not that of the compliance credential');
  if (credentials.hasProduction(requestId) && faults.take('production-once') !== undefined)
    return invalidRequestId('A production credential was issued for this compliance_request_id');
  const missing = missingSteps(context, compliance);
  if (missing.length > 0)
    // The authority's wording, as reported by projects.
    return refusal(
      400,
      'Missing-ComplianceSteps',
      `The compliance certificate is not done with the following compliance steps yet [${missing.join(',')}]`,
    );
  const request = readCertificateRequest(compliance.request);
  return issue(
    context,
    { pem: compliance.request, request },
    { kind: 'production', byRenewal: compliance.byRenewal, complianceRequestId: requestId },
  );
}

function missingSteps({ play, credentials, faults }: SandboxContext, compliance: Credential): string[] {
  if (play.canned || faults.take('steps-not-enforced') !== undefined) return [];
  const passed = credentials.passedSteps(compliance.requestId);
  const { documentTypes = '' } = readCertificate(compliance.certificate);
  const forgotten = faults.take('missing-step')?.document;
  return requiredDocuments(documentTypes)
    .filter((document) => document === forgotten || !passed.includes(stepName(document)))
    .map(stepName);
}

interface ParsedRequest {
  readonly pem: string;
  readonly request: CertificateRequest;
  /** The password is used up when the certificate is issued (C 3820), so a corrected request may use it again. */
  readonly otp?: string | undefined;
}

function readRequest(
  context: SandboxContext,
  body: JsonObject,
  otp: string | undefined,
): ParsedRequest | Answer {
  const { profile, play, faults } = context;
  if (otp === undefined || otp === '') return refusal(400, 'Missing-OTP', 'OTP is required');
  if (faults.take('otp-refused') !== undefined || !servesOtp(context, otp)) return invalidOtp();
  const csr = body[profile.requestFields.csr];
  if (typeof csr !== 'string' || csr === '') return refusal(400, 'Missing-CSR', 'CSR is required');
  const pem = Buffer.from(csr, 'base64').toString('utf8');
  try {
    const request = readCertificateRequest(pem);
    checkSubject(request.subject);
    if (requiredDocuments(request.subject.documentTypes).length === 0)
      return refusal(400, 'Invalid-CSR', 'documentTypes: must be 1000, 0100 or 1100');
    if (request.template !== play.template || faults.take('template-refused') !== undefined)
      return deniedByPolicy(context);
    return { pem, request, ...(!play.canned && { otp }) };
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return refusal(400, 'Invalid-CSR', error.message);
  }
}

function servesOtp({ play, credentials, clock }: SandboxContext, otp: string): boolean {
  return play.canned ? !refusedPortalOtps.includes(otp) : credentials.hasOtp(otp, clock.now());
}

type Terms = Pick<NewCredential, 'kind' | 'byRenewal' | 'complianceRequestId'>;

function issue(context: SandboxContext, { pem, request, otp }: ParsedRequest, terms: Terms): Answer {
  const { authority, credentials, clock, faults, play, profile } = context;
  const now = clock.now();
  const canned = play.canned || faults.take('canned-certificate') !== undefined;
  const certified = canned ? { ...request, publicKey: SigningKey.generate().publicKey } : request;
  const minutes = faults.take('certificate-minutes')?.minutes;
  const credential = credentials.issue(
    {
      ...terms,
      certificate: authority.issue(terms.kind, certified, now, minutes),
      request: pem,
      device: deviceOf(request.subject),
    },
    { otp, now, endsOthers: endsOthers(context, terms) },
  );
  // Another request used the password after it was checked.
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

/** Re-issue: "old pair becomes invalid; a new pair is issued" (specification, Credential lifecycle). */
function endsOthers({ faults }: SandboxContext, { kind, byRenewal }: Terms): boolean {
  if (kind === 'compliance') return false;
  return byRenewal
    ? faults.take('renewal-ends-old') !== undefined
    : faults.take('reissue-keeps-old') === undefined;
}

/** In the authority's documents, wrong, used and expired passwords get the same answer. */
function invalidOtp(): Answer {
  return refusal(400, 'Invalid-OTP', 'The provided OTP is invalid');
}

function invalidRequestId(message: string): Answer {
  return refusal(400, 'Invalid-ComplianceRequestId', message);
}

/** The answer to a wrong certificate template (C). */
function deniedByPolicy(context: SandboxContext): Answer {
  const fields = context.profile.answerFields;
  const nothing = { [fields.requestId]: null, [fields.csid]: null, [fields.secret]: null };
  return { status: 400, body: { ...notCompliant(context, nothing), errors: ['Denied by Policy Module'] } };
}

function notCompliant({ profile }: SandboxContext, body: object | string): object {
  return { ...Object(body), [profile.answerFields.disposition]: profile.disposition.notCompliant };
}
