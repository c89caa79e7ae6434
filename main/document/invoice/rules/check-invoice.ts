import type { Issue } from '../../../../shared/failure.ts';
import { describeRule } from '../../../../shared/words/faults/rules.ts';
import type { Invoice } from '../invoice.ts';
import { allowanceChargeRules } from './allowances-charges.ts';
import { buyerRules } from './buyers.ts';
import { formatRules } from './formats.ts';
import { headerRules } from './header.ts';
import { lineRules } from './lines.ts';
import { partyRules } from './parties.ts';
import { referenceRules } from './references.ts';
import type { Rule, RuleContext, Violation } from './rule.ts';
import { sellerRules } from './sellers.ts';
import { totalRules } from './totals.ts';
import { vatBreakdownRules } from './vat-breakdown.ts';

/*
 * The authority's business rules that a terminal's document could break, checked before a number is used up. RULES.md
 * states for each official rule where it is checked, or why that is unnecessary.
 */

export const rules: readonly Rule[] = [
  ...headerRules,
  ...sellerRules,
  ...buyerRules,
  ...partyRules,
  ...lineRules,
  ...allowanceChargeRules,
  ...vatBreakdownRules,
  ...totalRules,
  ...referenceRules,
  ...formatRules,
];

/** Returns all violations of the invoice: errors, which forbid issuing it, before warnings. */
export function checkInvoice(invoice: Invoice, context: RuleContext): Violation[] {
  const errors: Violation[] = [];
  const warnings: Violation[] = [];
  for (const { id, severity, check } of rules)
    for (const breach of check(invoice, context)) {
      const violation = { id, severity, ...breach };
      (violation.severity === 'error' ? errors : warnings).push(violation);
    }
  return errors.concat(warnings);
}

/** Converts violations to issues of a failure: the rule's id is the code that screens translate. */
export function violationIssues(violations: readonly Violation[]): Issue[] {
  return violations.map(({ id, path, params }) => ({
    path,
    code: id,
    message: describeRule(id, 'en', params),
    ...(params && { params }),
  }));
}
