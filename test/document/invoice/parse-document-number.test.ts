import { expect, test } from 'vitest';
import { typedNumbers } from '../../../main/document/invoice/parse-document-number.ts';

test.each([
  ['T1-000042', 'T1-000042'],
  ['t1-000042', 'T1-000042'],
  [' \u200fT1-000042\u200e ', 'T1-000042'],
  ['42', 'T1-000042'],
  ['٤٢', 'T1-000042'],
  ['T1-٠٠٠٠٤٢', 'T1-000042'],
  ['۴۲', 'T1-000042'],
  ['1234567', 'T1-1234567'],
])('%s may mean %s', (typed, number) => {
  expect(typedNumbers(typed, 'T1')).toContain(number);
});
