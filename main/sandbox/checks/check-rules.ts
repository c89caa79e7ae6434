import { FailureError } from '../../../shared/failure.ts';
import { describeRule } from '../../../shared/words/faults/rules.ts';
import { riyadhDateTime, riyadhInstant } from '../../base/platform/riyadh-time.ts';
import { readInvoice } from '../../document/invoice/reading/read-invoice.ts';
import { checkInvoice } from '../../document/invoice/rules/check-invoice.ts';
import type { DocumentFacts } from '../../document/stamp/read-document.ts';
import { authorityProfile } from '../../gateway/profile.ts';
import { error, type Finding, sandboxTexts } from './finding.ts';

const reportWithin = authorityProfile.timings.reportWithin;

/** The authority's business rules, as far as the sandbox applies them. @param now milliseconds since 1970 */
export function checkRules(facts: DocumentFacts, xml: Uint8Array, now: number): Finding[] {
  const findings = businessRules(facts, xml);
  // The rule compares dates, not times.
  if (facts.issueDate > riyadhDateTime(now).date) findings.push(error('BR-KSA-04', 'KSA', 'dateInFuture'));
  if (facts.simplified && now - riyadhInstant(facts.issuedAt) > reportWithin)
    findings.push({
      status: 'WARNING',
      code: 'BR-KSA-98',
      category: 'KSA',
      message: sandboxTexts.findings.reportedLate,
    });
  return findings;
}

/** Applies the rules that a terminal checks before issuing to the document's content. */
function businessRules(facts: DocumentFacts, xml: Uint8Array): Finding[] {
  const issuedAt = riyadhInstant(facts.issuedAt);
  try {
    return checkInvoice(readInvoice(xml), { issuedAt, number: facts.number }).map(
      ({ id, severity, params }) => ({
        status: severity === 'error' ? 'ERROR' : 'WARNING',
        code: id,
        category: id.startsWith('BR-KSA') ? 'KSA' : 'EN_16931',
        message: { en: describeRule(id, 'en', params), ar: describeRule(id, 'ar', params) },
      }),
    );
  } catch (cause) {
    if (!(cause instanceof FailureError)) throw cause;
    const [issue] = cause.failure.issues ?? [];
    const detail = `${issue?.path.join('/')} ${issue?.message}`;
    return [error('XSD_ZATCA_INVALID', 'XSD', 'unreadable', { detail })];
  }
}
