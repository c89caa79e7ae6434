import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allowanceChargeRules } from '../../../main/document/invoice/rules/allowances-charges.ts';
import { buyerRules } from '../../../main/document/invoice/rules/buyers.ts';
import { formatRules } from '../../../main/document/invoice/rules/formats.ts';
import { headerRules } from '../../../main/document/invoice/rules/header.ts';
import { lineRules } from '../../../main/document/invoice/rules/lines.ts';
import { partyRules } from '../../../main/document/invoice/rules/parties.ts';
import { referenceRules } from '../../../main/document/invoice/rules/references.ts';
import { sellerRules } from '../../../main/document/invoice/rules/sellers.ts';
import { totalRules } from '../../../main/document/invoice/rules/totals.ts';
import { vatBreakdownRules } from '../../../main/document/invoice/rules/vat-breakdown.ts';

const files = {
  header: headerRules,
  sellers: sellerRules,
  buyers: buyerRules,
  parties: partyRules,
  lines: lineRules,
  'allowances-charges': allowanceChargeRules,
  'vat-breakdown': vatBreakdownRules,
  totals: totalRules,
  references: referenceRules,
  formats: formatRules,
};

const text = readFileSync(new URL('../../../main/document/invoice/rules/RULES.md', import.meta.url), 'utf8');
const rows = [...text.matchAll(/^\| (BR-\S+) \| (\w+) \| ([a-z ]+) \| (.+) \|$/gm)].map(
  ([, id = '', severity = '', state = '', why = '']) => ({ id, severity, state, why }),
);
const inState = (state: string) => rows.filter((row) => row.state === state);

test('the table has each of the 245 official rules once, with its severity and a state', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(245);
  expect(rows).toHaveLength(245);
  expect(text.match(/^\| BR-/gm)).toHaveLength(245);
  expect(new Set(rows.map(({ severity }) => severity))).toEqual(new Set(['error', 'warning']));
  expect(new Set(rows.map(({ state }) => state))).toEqual(
    new Set(['checked', 'by construction', 'not checked']),
  );
});

test('a rule is in the table as checked exactly where a module checks it, with the same severity', () => {
  const inTable = inState('checked').map(
    ({ id, severity, why }) => `${id} ${severity} ${/^`(.+)\.ts`/.exec(why)?.[1]}`,
  );
  const inCode = Object.entries(files).flatMap(([file, rules]) =>
    rules.map(({ id, severity }) => `${id} ${severity} ${file}`),
  );
  expect(inTable.sort()).toEqual(inCode.sort());
});

test('the counts in the text are those of the table', () => {
  const errors = rows.filter(({ severity }) => severity === 'error').length;
  const words = text.replaceAll('\n', ' ');
  expect(words).toContain(`245 business rules (${errors} errors, ${245 - errors} warnings;`);
  expect(words).toContain(`- ${inState('checked').length} are checked by`);
  expect(words).toContain(`- ${inState('by construction').length} are impossible to break by construction`);
  expect(words).toContain(`- ${inState('not checked').length} are not checked.`);
});
