import type { HandOverRule } from '../../shared/hand-over.ts';
import type { AuthorityMessage } from '../../shared/status.ts';

/*
 * Everything that the published specification of the gateway leaves open, with its source, so that a correction is one
 * edit. Only these facts are elsewhere: the specification's own statements on a status (401, 403, 406, 413); the header
 * whose version may be changed for simulation; the sandbox, which imitates the authority; and the words for people,
 * which interpret the authority's codes and name its portal (`shared/words`).
 *
 * Sources:
 *   OAS    the authority's OpenAPI "e-Invoicing Sandbox 2.1.0"
 *   DG     E-Invoicing Detailed Technical Guideline v2 (2023)
 *   SPEC   the gateway specification this product is built to
 *   C nnn  answer by the authority's staff in its developer community, topic nnn
 *   own    our choice, since no figure is published
 */

export type SubmissionCall = 'complianceCheck' | 'reporting' | 'clearance';
export type IssueCall = 'compliance' | 'production' | 'renewal';
export type CallName = SubmissionCall | IssueCall;

/** Meanings of a status field's known words. Any other word is kept raw and never guessed. */
export interface StatusWords {
  readonly field: string;
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

/**
 * The meaning of an HTTP status alone. For some meanings the body decides as well: in `accepted` the status words, in
 * `duplicate` the category. With validation results, `rejected` and `not-permitted` concern the invoice; without them,
 * `rejected` concerns the request, and `not-permitted` the credential.
 */
export type HttpMeaning =
  | 'accepted'
  | 'accepted-again'
  | 'clearance-off'
  | 'rejected'
  | 'credential-refused'
  | 'not-permitted'
  | 'request-refused'
  | 'duplicate'
  | 'not-compliant'
  | 'rate-limited';

/** The known field names for each part of a message, the most usual first. */
export type MessageFields = Readonly<Record<keyof AuthorityMessage, readonly string[]>>;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

// Source OAS: paths, below the base address; for clearance also SPEC, Endpoints.
const calls: Readonly<Record<CallName, { readonly method: 'POST' | 'PATCH'; readonly path: string }>> = {
  compliance: { method: 'POST', path: 'compliance' },
  complianceCheck: { method: 'POST', path: 'compliance/invoices' },
  production: { method: 'POST', path: 'production/csids' },
  renewal: { method: 'PATCH', path: 'production/csids' },
  reporting: { method: 'POST', path: 'invoices/reporting/single' },
  clearance: { method: 'POST', path: 'invoices/clearance/single' },
};

// Source SPEC, Authentication and Versioning: V2 on every call; without it the answer is 400, or 406 (OAS).
const everyCall: Readonly<Record<string, string>> = {
  'Accept-Version': 'V2',
  Accept: 'application/json',
  'Content-Type': 'application/json',
};

// Source OAS. SPEC (Resources) does not show the structure of items; the other spellings were observed, so they are
// our own choice.
const messageFields: MessageFields = {
  type: ['type'],
  code: ['code', 'errorCode', 'error_code', 'messageCode'],
  category: ['category', 'errorCategory'],
  message: [
    'message',
    'errorText',
    'errorMessage',
    'error_description',
    'text',
    'description',
    'detail',
    'error',
  ],
  status: ['status'],
};

// Source OAS; for 413 and 429: DG; for 428: C 524, 3178, 515; for 403: SPEC, which also says that with validation
// results the credential was accepted. 5xx is omitted, since all of these are server errors. Any other status is kept
// raw as unknown.
const httpMeanings: Readonly<Record<number, HttpMeaning>> = {
  200: 'accepted',
  202: 'accepted',
  208: 'accepted-again',
  303: 'clearance-off',
  400: 'rejected',
  401: 'credential-refused',
  403: 'not-permitted',
  406: 'request-refused',
  409: 'duplicate',
  413: 'request-refused',
  428: 'not-compliant',
  429: 'rate-limited',
};

// DG section 10 says what to do if the platform does not answer; the account quoted below mentions no such case.
const handOver: {
  readonly usual: HandOverRule;
  readonly sources: Readonly<Record<HandOverRule, string>>;
} = {
  usual: 'afterPatience',
  sources: {
    afterPatience: 'E-Invoicing Detailed Technical Guideline v2 (2023), section 10',
    clearedFirst: 'The authority’s public account, quoted by almowaten.net on 2 February 2026',
  },
};

export const authorityProfile = {
  // Source OAS: servers. The developer portal is omitted, because its certificates do not match the caller's key
  // (community). Training has none: its sandbox listens on this machine. Without a trailing slash.
  addresses: {
    simulation: 'https://gw-fatoora.zatca.gov.sa/e-invoicing/simulation',
    production: 'https://gw-fatoora.zatca.gov.sa/e-invoicing/core',
  },
  // The values are from the SDK's inputs; training uses the developer portal's, so that a training request is valid in
  // no real environment.
  templates: {
    training: 'TSTZATCA-Code-Signing',
    simulation: 'PREZATCA-Code-Signing',
    production: 'ZATCA-Code-Signing',
  },
  calls,
  headers: {
    fixed: everyCall,
    // OAS documents this header as required; staff say that it can be ignored (C 7905, 5375). SPEC uses 1; with 0 the
    // answer was 303 (C 2784).
    submission: { 'Clearance-Status': '1' },
    // Source SPEC: `ar` or `en`.
    language: 'Accept-Language',
    // Source OAS: POST /compliance and PATCH /production/csids.
    otp: 'OTP',
  },
  // Source OAS: request bodies.
  requestFields: {
    csr: 'csr',
    complianceRequestId: 'compliance_request_id',
    hash: 'invoiceHash',
    uuid: 'uuid',
    invoice: 'invoice',
  },
  // Source OAS: answers. For validationResults and clearedInvoice also SPEC; for the wrapper of 428: C 524, 3178, 515.
  answerFields: {
    validationResults: 'validationResults',
    validationStatus: 'status',
    warnings: 'warningMessages',
    errors: 'errorMessages',
    errorList: 'errors',
    clearedInvoice: 'clearedInvoice',
    requestId: 'requestID',
    disposition: 'dispositionMessage',
    csid: 'binarySecurityToken',
    secret: 'secret',
    wrapper: 'value',
  },
  messageFields,
  // Source OAS; for CLEARED also SPEC.
  clearanceStatus: { field: 'clearanceStatus', accepted: ['CLEARED'], rejected: ['NOT_CLEARED'] },
  // Source OAS.
  reportingStatus: { field: 'reportingStatus', accepted: ['REPORTED'], rejected: ['NOT_REPORTED'] },
  // Source OAS; for PASS also SPEC.
  // It decides only on a compliance check whose status fields are empty.
  validationStatus: { accepted: ['PASS', 'WARNING'], rejected: ['ERROR'] },
  // Source OAS; for NOT_COMPLIANT: C 524, 3178, 515.
  disposition: { issued: 'ISSUED', notCompliant: 'NOT_COMPLIANT' },
  // The code of the error for an incomplete compliance series. Source OAS: POST /production/csids.
  missingStepsCode: 'Missing-ComplianceSteps',
  // Source OAS: status 409 of reporting.
  duplicateCategory: 'Duplicate-Invoice',
  // The rules that a document breaks because of the terminal's clock: the same sale is issued again with the right time.
  // Source: the authority's schematron, BR-KSA-04: no date may be later than the validator's own.
  clockRules: ['BR-KSA-04'],
  // Another document has this counter or UUID. Source own: the code of the embedded sandbox. The authority does not publish its gateway's code for a broken chain,
  // and an unknown code does not stop anything. (Duplicate-Invoice concerns the same document.)
  counterUsedCodes: ['sandbox-counter-reused', 'sandbox-uuid-reused'],
  // The party whose VAT number must match the stamp's certificate. For ordinary documents, projects report that another seller's certificate is refused. For self-billed ones the
  // source is own, since no public document covers this: the certificate belongs to the party whose terminal writes the
  // document, here the buyer.
  certifiedParty: { ordinary: 'seller', selfBilled: 'buyer' } as const,
  httpMeanings,
  limits: {
    // Milliseconds from the first byte sent to the last byte received. Source own: the slowest answers that projects
    // report take about ten seconds.
    timeoutMs: 30_000,
    // Source own: a cleared invoice of the largest allowed request still fits in Base64.
    answerBytes: 16 * 1024 * 1024,
    // Source DG: "about 10 MB".
    requestBytes: 10 * 1024 * 1024,
    // Source own: no limit is published (SPEC, Limits); the queue starts with one call and increases.
    callsAtOnce: 8,
  },
  timings: {
    // Source SPEC, Limits.
    reportWithin: 24 * hour,
    // Source DG section 10: try for about five minutes before an uncleared invoice is handed over.
    clearWithin: 5 * minute,
    // Source C 3932: for this time, a repeated document is answered as a duplicate.
    duplicateMemory: 24 * hour,
    // Source C 3820.
    otpLifetime: hour,
  },
  // Delays before a document is sent again after an uncertain call, in milliseconds.
  retry: {
    // The upper limit of the delay after the first call, which doubles with each further call, and the shortest delay.
    // Source own: soon enough for a call that was lost by accident.
    first: 2 * second,
    least: 1 * second,
    // Source own: reporting has 24 hours.
    reporting: 5 * minute,
    // Source own: about twenty calls in the minutes that a buyer waits.
    clearanceAtFirst: 15 * second,
    // Source DG section 10: after that, about every fifteen minutes.
    clearanceLater: 15 * minute,
    // Between checks for a gateway that does not answer. Source own: a quick recovery, without burdening a gateway that is down.
    outage: 1 * minute,
    // Between checks while every call is refused (credential, version). Source own: only a person can solve this, and
    // that person can send at once.
    refused: 5 * minute,
    // Source own: a header that asks for more is probably a mistake.
    longest: 1 * hour,
    // The last call starts at this time before a reporting deadline. Source own: longer than the slowest answer.
    beforeDeadline: 1 * minute,
  },
  handOver,
};

export type GatewayProfile = typeof authorityProfile;
