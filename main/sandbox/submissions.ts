import { FailureError } from '../../shared/failure.ts';
import type { Language } from '../../shared/values/language.ts';
import { type Certificate, readCertificate } from '../document/stamp/certificates/certificate.ts';
import type { DocumentFacts } from '../document/stamp/read-document.ts';
import { restamp } from '../document/stamp/restamp.ts';
import { type Answer, refusal, validationResults } from './answer.ts';
import { checkDocument, type Submitted } from './checks/check-document.ts';
import { seriesDocumentOf, stepName } from './checks/compliance-steps.ts';
import { error, type Finding, type FindingText, fillBoth, sandboxTexts } from './checks/finding.ts';
import type { SandboxContext } from './context.ts';
import { type DocumentDirectives, directivesFor } from './faults/document-directives.ts';
import { adoptedStampCertificate } from './store/adopted-certificates.ts';
import type { Credential } from './store/credential-store.ts';
import type { AcceptedDocument, ChainConflict, Interface } from './store/document-store.ts';

/** POST /compliance/invoices: checks a document of the compliance series. It is not recorded (C 657). */
export function checkCompliance(
  { credentials, clock, profile, faults }: SandboxContext,
  submitted: Submitted,
  credential: Credential,
  language: Language,
): Answer {
  const ownCertificate = readCertificate(credential.certificate);
  const checked = checkDocument(
    submitted,
    (text) => (text === ownCertificate.text ? ownCertificate : undefined),
    clock.now(),
  );
  const { facts } = checked;
  const findings = [...checked.findings];
  const document = facts && seriesDocumentOf(facts);
  if (
    document !== undefined &&
    faults.take('compliance-refused', undefined, (fault) => fault.document === document)
  )
    findings.push(error('sandbox-directive', 'SANDBOX', 'refusedAsDirected', { document }));
  const failed = hasErrors(findings);
  if (!failed && document !== undefined) credentials.passStep(credential.requestId, stepName(document));
  const verdict = failed ? 'rejected' : 'accepted';
  const simplified = facts?.simplified ?? true;
  return {
    status: failed ? 400 : 200,
    body: {
      validationResults: validationResults(findings, language),
      reportingStatus: simplified ? profile.reportingStatus[verdict][0] : null,
      clearanceStatus: simplified ? null : profile.clearanceStatus[verdict][0],
      qrSellertStatus: null,
      qrBuyertStatus: null,
    },
  };
}

/** POST /invoices/reporting/single and /invoices/clearance/single: reports or clears a document. */
export function submit(
  context: SandboxContext,
  where: Interface,
  submitted: Submitted,
  credential: Credential,
  language: Language,
): Answer {
  const directives = directivesFor(context, where, submitted.xml);
  const isNew = context.documents.find(submitted.uuid) === undefined;
  const after = directives.take('slow')?.milliseconds;
  const isLost = isNew && directives.directiveFor('drop') !== undefined;
  return { ...decide(context, { where, submitted, credential, language, directives }), after, isLost };
}

interface DocumentCall {
  readonly where: Interface;
  readonly submitted: Submitted;
  readonly credential: Credential;
  readonly language: Language;
  readonly directives: DocumentDirectives;
}

function decide(context: SandboxContext, call: DocumentCall): Answer {
  const { where, submitted, credential, language, directives } = call;
  const { documents, clock } = context;
  if (where === 'clearance' && directives.take('clearance-off') !== undefined) {
    documents.divert(submitted.uuid);
    return {
      status: 303,
      body: { message: `Clearance is switched off. ${sandboxTexts.notTheAuthority[language]}` },
    };
  }
  const earlier = documents.find(submitted.uuid);
  if (earlier !== undefined) return answerAgain(context, where, submitted, earlier, language);
  if (directives.take('park') !== undefined)
    return refusal(400, 'Invalid-Request', sandboxTexts.findings.parkedForPractice[language]);

  const now = clock.now();
  const checked = checkDocument(submitted, (text) => stampCertificate(context, credential, text), now);
  const { facts } = checked;
  const findings = [...checked.findings];
  if (facts !== undefined) findings.push(...checkStampAge(context, credential, facts));
  if (facts !== undefined) findings.push(...checkInterface(context, where, facts));
  findings.push(...practised(directives));
  if (facts !== undefined && checked.authentic) {
    const { icv, previousHash } = facts;
    const conflict = documents.link({ device: credential.device, icv, hash: submitted.hash, previousHash });
    if (conflict !== undefined) findings.push(chainFinding(conflict, facts));
  }
  const cleared =
    where === 'clearance' && !hasErrors(findings) ? clear(context, submitted, now, findings) : undefined;
  if (facts === undefined || hasErrors(findings)) return rejected(context, where, findings, language);

  const document: Omit<AcceptedDocument, 'timesReceived'> = {
    uuid: submitted.uuid,
    device: credential.device,
    icv: facts.icv,
    hash: submitted.hash,
    interface: where,
    status: statusWords(context, where).accepted[0] ?? '',
    warnings: findings,
    xml: submitted.xml,
    clearedXml: cleared,
    acceptedAt: now,
  };
  if (documents.accept(document)) return accepted(document, findings.length > 0 ? 202 : 200, language);
  // Another process on the same file has accepted the document meanwhile.
  return decide(context, call);
}

/** Returns any production certificate that the device has or had, including a revoked one: see `checkStampAge`. */
function stampCertificate(
  context: SandboxContext,
  { device }: Credential,
  text: string,
): Certificate | undefined {
  const isKnown = context.credentials.productionCertificates(device).includes(text);
  return isKnown ? readCertificate(text) : adoptedStampCertificate(context, device, text);
}

/**
 * Accepts a document stamped with an earlier key of the device: the invoice hash does not cover the stamp, and no
 * public document forbids it (for a stamp by a foreign certificate, projects have even seen the warning
 * `invalid-signing-certificate` together with REPORTED). `old-stamp-refused` makes the sandbox refuse it.
 */
function checkStampAge({ faults }: SandboxContext, credential: Credential, facts: DocumentFacts): Finding[] {
  if (facts.certificateText === credential.certificate || faults.take('old-stamp-refused') === undefined)
    return [];
  return [error('invalid-signing-certificate', 'CERTIFICATE_ERRORS', 'olderStamp')];
}

function practised(directives: DocumentDirectives): Finding[] {
  if (directives.unknown !== undefined)
    return [error('sandbox-test-value', 'SANDBOX', 'unknownTestValue', { value: directives.unknown })];
  const refused = directives.take('reject');
  if (refused !== undefined) return [requested(refused.code, 'refusedForPractice')];
  const warned = directives.take('warn');
  return warned === undefined ? [] : [{ ...requested(warned.code, 'warnedForPractice'), status: 'WARNING' }];
}

function requested(code: string | undefined, text: FindingText): Finding {
  if (code === undefined) return error('sandbox-practice', 'SANDBOX', text);
  return error(
    code,
    code.startsWith('BR-KSA') ? 'KSA' : code.startsWith('BR') ? 'EN_16931' : 'SANDBOX',
    text,
  );
}

/** Adds the authority's own stamp and QR to the document; returns a finding if that is impossible. */
function clear(
  { authority }: SandboxContext,
  { xml }: Submitted,
  now: number,
  findings: Finding[],
): Buffer | undefined {
  try {
    return restamp(xml, authority.stamper, now).xml;
  } catch (cause) {
    if (!(cause instanceof FailureError)) throw cause;
    findings.push(error('sandbox-clearance', 'SANDBOX', 'clearanceFailed', { detail: cause.message }));
    return undefined;
  }
}

/** Answers a known UUID: the same bytes were accepted earlier, other bytes are refused. */
function answerAgain(
  context: SandboxContext,
  where: Interface,
  { xml }: Submitted,
  earlier: AcceptedDocument,
  language: Language,
): Answer {
  if (earlier.interface !== where || !earlier.xml.equals(xml))
    return rejected(context, where, [error('sandbox-uuid-reused', 'SANDBOX', 'uuidReused')], language);
  context.documents.receivedAgain(earlier.uuid);
  if (where === 'clearance') return accepted(earlier, 208, language);
  const duplicate = error('sandbox-duplicate', context.profile.duplicateCategory, 'reportedAgain');
  return { ...rejected(context, where, [duplicate], language), status: 409 };
}

function accepted(
  document: Omit<AcceptedDocument, 'timesReceived'>,
  status: number,
  language: Language,
): Answer {
  const results = validationResults(document.warnings, language);
  return {
    status,
    body:
      document.interface === 'reporting'
        ? { validationResults: results, reportingStatus: document.status }
        : {
            validationResults: results,
            clearanceStatus: document.status,
            clearedInvoice: document.clearedXml?.toString('base64'),
          },
  };
}

function rejected(
  context: SandboxContext,
  where: Interface,
  findings: readonly Finding[],
  language: Language,
): Answer {
  const words = statusWords(context, where);
  return {
    status: 400,
    body: {
      validationResults: validationResults(findings, language),
      [words.field]: words.rejected[0],
      ...(where === 'clearance' && { clearedInvoice: null }),
    },
  };
}

/** Standard documents are cleared, simplified ones reported; both are reported while clearance is off. */
function checkInterface({ documents }: SandboxContext, where: Interface, facts: DocumentFacts): Finding[] {
  if (where === (facts.simplified ? 'reporting' : 'clearance')) return [];
  if (!facts.simplified && documents.wasDiverted(facts.uuid)) return [];
  return [error('sandbox-interface', 'SANDBOX', facts.simplified ? 'reportSimplified' : 'clearStandard')];
}

/** The codes are the sandbox's own: the authority publishes none for a broken chain. */
function chainFinding(conflict: ChainConflict, { icv }: DocumentFacts): Finding {
  const message = fillBoth(sandboxTexts.chain[conflict], { icv, before: icv - 1, next: icv + 1 });
  return { status: 'ERROR', code: `sandbox-${conflict}`, category: 'CHAIN', message };
}

function statusWords({ profile }: SandboxContext, where: Interface) {
  return where === 'clearance' ? profile.clearanceStatus : profile.reportingStatus;
}

function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(({ status }) => status === 'ERROR');
}
