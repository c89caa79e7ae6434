import { describe, expect, test } from 'vitest';
import { checkInvoice, rules, violationIssues } from '../../../main/document/invoice/rules/check-invoice.ts';
import type { Violation } from '../../../main/document/invoice/rules/rule.ts';
import { saleForm } from '../../../shared/sale/sale.ts';
import { ruleIds } from '../../../shared/words/faults/rules.ts';
import { baseInvoice, baseNames } from './bases.ts';
import type { BrokenDocument } from './broken-document.ts';
import { brokenDocuments } from './broken-documents.ts';

const issuedAt = Date.parse('2026-11-01T17:41:08+03:00');

function violationsOf({ base, break: change, number = 'T1-000003' }: BrokenDocument): Violation[] {
  return checkInvoice(change(baseInvoice(base)), { issuedAt, number });
}

test.each(baseNames)('%s: a right document breaks no rule', (name) => {
  expect(checkInvoice(baseInvoice(name), { issuedAt, number: 'T1-000003' })).toEqual([]);
});

describe('a broken document is answered with its rule', () => {
  test.each(brokenDocuments.map((broken) => [broken.name, broken] as const))('%s', (_, broken) => {
    const ids = new Set(violationsOf(broken).map(({ id }) => id));
    expect(ids).toEqual(new Set([broken.ruleId, ...broken.also]));
  });

  test('there is one for every rule that is checked, and each has its own name', () => {
    const broken = new Set(brokenDocuments.map(({ ruleId }) => ruleId));
    expect([...broken].sort()).toEqual([...ruleIds].sort());
    expect(new Set(brokenDocuments.map(({ name }) => name)).size).toBe(brokenDocuments.length);
  });
});

test('every rule is there once', () => {
  expect(rules.map(({ id }) => id).sort()).toEqual([...ruleIds].sort());
});

test('errors come before warnings', () => {
  const severities = brokenDocuments.map((broken) => violationsOf(broken).map(({ severity }) => severity));
  for (const order of severities) expect(order).toEqual(order.toSorted());
  expect(severities.some((order) => order.includes('error') && order.includes('warning'))).toBe(true);
});

test('every violation is an issue with its rule as code and words without holes', () => {
  for (const broken of brokenDocuments) {
    const violations = violationsOf(broken);
    const issues = violationIssues(violations);
    expect(issues.map(({ code }) => code)).toEqual(violations.map(({ id }) => id));
    for (const { message } of issues) expect(message, broken.name).toMatch(/^[A-Z][^{}]+\.( .+\.)?$/);
  }
});

test('every violation points into the sale, the settings or nowhere', () => {
  const fields = new Set(['company', ...Object.keys(saleForm.shape)]);
  for (const broken of brokenDocuments)
    for (const { path } of violationsOf(broken))
      if (path.length > 0) expect(fields, broken.name).toContain(path[0]);
});
