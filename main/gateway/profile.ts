import type { HandOverRule } from '../../shared/hand-over.ts';
import type { AuthorityMessage, Environment } from '../../shared/status.ts';

/*
 * Everything that the published specification of the gateway leaves open, with its source, so that a correction is one
 * edit. Only these are elsewhere: the specification's own statements on a status (401, 403, 406, 413), the one header of
 * which simulation may try another version, the sandbox, which imitates the authority, and the words for people, which
 * interpret the authority's codes and name its portal (`shared/words`).
 *
 * Sources:
 *   OAS    the authority's OpenAPI "e-Invoicing Sandbox 2.1.0"
 *   DG     E-Invoicing Detailed Technical Guideline v2 (2023)
 *   SPEC   the gateway specification this product is built to
 *   C nnn  answer by the authority's staff in its developer community, topic nnn
 *   own    our choice, since no figure is published
 */

/** The three calls that carry a document. */
export type SubmissionCall = 'complianceCheck' | 'reporting' | 'clearance';
/** The three calls that end in a credential pair. */
export type IssueCall = 'compliance' | 'production' | 'renewal';
export type CallName = SubmissionCall | IssueCall;

export interface CallProfile {
  readonly method: 'POST' | 'PATCH';
  /** Below the base address, without a leading slash. */
  readonly path: string;
}

/** Meanings of a status field's known words. Any other word is kept raw and never guessed. */
export interface StatusWords {
  /** Field of the answer's body. */
  readonly field: string;
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

/**
 * The meaning of an HTTP status by itself; the body matters too in `accepted` (status words), `duplicate` (the
 * category), `rejected` (about the invoice with validation results, otherwise about the request) and `not-permitted`
 * (about the invoice with validation results, otherwise about the credential).
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

/** The known names of each part of a message, the most usual first. */
export type MessageFields = Readonly<Record<keyof AuthorityMessage, readonly string[]>>;

export interface GatewayProfile {
  /** Base addresses, without a trailing slash. Training has none: its sandbox listens on this machine. */
  readonly addresses: Readonly<Record<Exclude<Environment, 'training'>, string>>;
  /**
   * The certificate template that each environment expects in a certificate request; the authority refuses a wrong one.
   */
  readonly templates: Readonly<Record<Environment, string>>;
  readonly calls: Readonly<Record<CallName, CallProfile>>;
  readonly headers: {
    /** Sent with every call. */
    readonly fixed: Readonly<Record<string, string>>;
    /** Sent with the three calls that carry a document, in addition to the fixed ones. */
    readonly submission: Readonly<Record<string, string>>;
    readonly language: string;
    readonly otp: string;
  };
  readonly requestFields: {
    readonly csr: string;
    readonly complianceRequestId: string;
    readonly hash: string;
    readonly uuid: string;
    readonly invoice: string;
  };
  readonly answerFields: {
    readonly validationResults: string;
    readonly validationStatus: string;
    readonly warnings: string;
    readonly errors: string;
    /** The list of errors in answers without validation results. */
    readonly errorList: string;
    readonly clearedInvoice: string;
    readonly requestId: string;
    readonly disposition: string;
    readonly csid: string;
    readonly secret: string;
    /** The field around the new pair in an answer 428. */
    readonly wrapper: string;
  };
  readonly messageFields: MessageFields;
  readonly clearanceStatus: StatusWords;
  readonly reportingStatus: StatusWords;
  /** `validationResults.status`; decides only on a compliance check whose status fields are empty. */
  readonly validationStatus: Omit<StatusWords, 'field'>;
  readonly disposition: { readonly issued: string; readonly notCompliant: string };
  /** The code of the error for an incomplete compliance series. */
  readonly missingStepsCode: string;
  /** The category of the error for a document accepted earlier. */
  readonly duplicateCategory: string;
  /** The party of a document whose VAT number must match the stamp's certificate. */
  readonly certifiedParty: Readonly<Record<'ordinary' | 'selfBilled', 'seller' | 'buyer'>>;
  /** Codes of errors that report another document with this counter or UUID. */
  readonly counterUsedCodes: readonly string[];
  /** 5xx is omitted: all of them are server errors. Any status not listed is kept raw as unknown. */
  readonly httpMeanings: Readonly<Record<number, HttpMeaning>>;
  readonly limits: {
    /** From the first byte sent to the last byte received, milliseconds. */
    readonly timeoutMs: number;
    /** The largest part of an answer that is read, in bytes. */
    readonly answerBytes: number;
    /** The largest request body, in bytes; a larger one is refused with 413. */
    readonly requestBytes: number;
    /** Documents sent at once, at most; fewer when the gateway is overloaded. */
    readonly callsAtOnce: number;
  };
  /** Milliseconds. */
  readonly timings: {
    readonly reportWithin: number;
    readonly clearWithin: number;
    readonly duplicateMemory: number;
    readonly otpLifetime: number;
  };
  readonly retry: RetryTimings;
  /** The reading of the rule for uncleared invoices, until a manager chooses, with the source of each. */
  readonly handOver: {
    readonly usual: HandOverRule;
    readonly sources: Readonly<Record<HandOverRule, string>>;
  };
}

/** Delays before a document is sent again after an uncertain call, in milliseconds. */
export interface RetryTimings {
  /** Ceiling of the delay after the first call; it doubles with each further one. */
  readonly first: number;
  /** The shortest delay, whatever the random part. */
  readonly least: number;
  /** Ceiling between two calls of a document for reporting. */
  readonly reporting: number;
  /** Ceiling between two calls of a clearance while the buyer waits … */
  readonly clearanceAtFirst: number;
  /** … and after the uncleared invoice was handed over. */
  readonly clearanceLater: number;
  /** The longest delay between checks for a gateway that does not answer. */
  readonly outage: number;
  /** The delay between checks after every call was refused (credential, version). */
  readonly refused: number;
  /** The longest delay; a longer Retry-After is shortened to it. */
  readonly longest: number;
  /** The time before a reporting deadline at which the last call starts. */
  readonly beforeDeadline: number;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

export const authorityProfile: GatewayProfile = {
  // OAS: servers. The developer portal is left out: its certificates do not match the caller's key (community).
  addresses: {
    simulation: 'https://gw-fatoora.zatca.gov.sa/e-invoicing/simulation',
    production: 'https://gw-fatoora.zatca.gov.sa/e-invoicing/core',
  },
  // SDK inputs; training takes the developer portal's, so that a training request fits no real environment.
  templates: {
    training: 'TSTZATCA-Code-Signing',
    simulation: 'PREZATCA-Code-Signing',
    production: 'ZATCA-Code-Signing',
  },
  // OAS: paths; clearance also SPEC, Endpoints.
  calls: {
    compliance: { method: 'POST', path: 'compliance' },
    complianceCheck: { method: 'POST', path: 'compliance/invoices' },
    production: { method: 'POST', path: 'production/csids' },
    renewal: { method: 'PATCH', path: 'production/csids' },
    reporting: { method: 'POST', path: 'invoices/reporting/single' },
    clearance: { method: 'POST', path: 'invoices/clearance/single' },
  },
  headers: {
    // SPEC, Authentication and Versioning: V2 on every call; without it 400, or 406 (OAS).
    fixed: {
      'Accept-Version': 'V2',
      Accept: 'application/json',
      'Content-Type': 'application/json',
    },
    // OAS documents it as required; staff say it can be ignored (C 7905, 5375); SPEC has seen 1; 0 gave 303 (C 2784).
    submission: { 'Clearance-Status': '1' },
    // SPEC: `ar` or `en`.
    language: 'Accept-Language',
    // OAS: POST /compliance and PATCH /production/csids.
    otp: 'OTP',
  },
  // OAS: request bodies.
  requestFields: {
    csr: 'csr',
    complianceRequestId: 'compliance_request_id',
    hash: 'invoiceHash',
    uuid: 'uuid',
    invoice: 'invoice',
  },
  // OAS: answers; validationResults and clearedInvoice also SPEC; the wrapper of 428: C 524, 3178, 515.
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
  // OAS; the structure of items is not shown by SPEC (Resources), and other spellings have been seen: own.
  messageFields: {
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
  },
  // OAS; CLEARED also SPEC.
  clearanceStatus: { field: 'clearanceStatus', accepted: ['CLEARED'], rejected: ['NOT_CLEARED'] },
  // OAS.
  reportingStatus: { field: 'reportingStatus', accepted: ['REPORTED'], rejected: ['NOT_REPORTED'] },
  // OAS; PASS also SPEC.
  validationStatus: { accepted: ['PASS', 'WARNING'], rejected: ['ERROR'] },
  // OAS; NOT_COMPLIANT: C 524, 3178, 515.
  disposition: { issued: 'ISSUED', notCompliant: 'NOT_COMPLIANT' },
  // OAS: POST /production/csids.
  missingStepsCode: 'Missing-ComplianceSteps',
  // OAS: 409 of reporting.
  duplicateCategory: 'Duplicate-Invoice',
  // own: the embedded sandbox's. The authority does not publish its gateway's code for a broken chain, and an unknown
  // code does not stop anything. (Duplicate-Invoice is about the very same document.)
  counterUsedCodes: ['sandbox-counter-reused', 'sandbox-uuid-reused'],
  // Ordinary: projects report that another seller's certificate is refused. Self-billed: own, since no public document
  // covers it; the certificate belongs to the party whose terminal writes the document, there the buyer.
  certifiedParty: { ordinary: 'seller', selfBilled: 'buyer' },
  // OAS; 413 and 429: DG; 403: SPEC, also that validation results mean that the credential was accepted; 428: C 524, 3178, 515.
  httpMeanings: {
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
  },
  limits: {
    // own: the slowest answers projects report take some ten seconds.
    timeoutMs: 30_000,
    // own: a cleared invoice of the largest allowed request, in Base64, still fits.
    answerBytes: 16 * 1024 * 1024,
    // DG: "about 10 MB".
    requestBytes: 10 * 1024 * 1024,
    // own: no limit is published (SPEC, Limits); the queue starts with one call and increases.
    callsAtOnce: 8,
  },
  timings: {
    // SPEC, Limits.
    reportWithin: 24 * hour,
    // DG section 10: try for about five minutes before an uncleared invoice is handed over.
    clearWithin: 5 * minute,
    // C 3932: the time for which a repeated document is still answered as a duplicate.
    duplicateMemory: 24 * hour,
    // C 3820.
    otpLifetime: hour,
  },
  retry: {
    // own: quick enough for a call that was lost by accident.
    first: 2 * second,
    least: 1 * second,
    // own: reporting has 24 hours.
    reporting: 5 * minute,
    // own: some twenty calls in the minutes that a buyer waits …
    clearanceAtFirst: 15 * second,
    // … then DG section 10: about every fifteen minutes.
    clearanceLater: 15 * minute,
    // own: a quick recovery without burdening a gateway that is down.
    outage: 1 * minute,
    // own: only a person can solve this, and that person can send at once.
    refused: 5 * minute,
    // own: a header that asks for more is hardly intended.
    longest: 1 * hour,
    // own: longer than the slowest answer.
    beforeDeadline: 1 * minute,
  },
  handOver: {
    // DG section 10 tells what to do if the platform does not answer; the account quoted below mentions no such case.
    usual: 'afterPatience',
    sources: {
      afterPatience: 'E-Invoicing Detailed Technical Guideline v2 (2023), section 10',
      clearedFirst: 'The authority’s public account, quoted by almowaten.net on 2 February 2026',
    },
  },
};
