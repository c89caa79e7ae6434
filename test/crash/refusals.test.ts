import { expect, test } from 'vitest';
import { createRefusals } from './refusals.ts';

const uuid = '0f4c2a51-6c56-4f0b-8e0e-0c6b9b4f8a11';
const base = '/e-invoicing/simulation/invoices';
const bytes = (value: object) => Buffer.from(JSON.stringify(value));

test.each([
  ['reporting', 'clearance', { clearanceStatus: 'NOT_CLEARED' }, { reportingStatus: 'NOT_REPORTED' }],
  ['clearance', 'reporting', { reportingStatus: 'NOT_REPORTED' }, { clearanceStatus: 'NOT_CLEARED' }],
])('what the %s interface refuses is refused in its own words', (called, other, came, answered) => {
  const { decide, refused, route, answerAs } = createRefusals();
  decide(() => true);
  const path = `${base}/${called}/single`;
  expect(route(path, bytes({ uuid }))).toBe(`${base}/${other}/single`);
  expect([...refused]).toEqual([uuid]);
  expect(JSON.parse(answerAs(path, bytes(came)).toString())).toEqual(answered);
});

test('any other answer stays as it is', () => {
  const { answerAs } = createRefusals();
  const accepted = bytes({ clearanceStatus: 'CLEARED', clearedInvoice: 'PEludm9pY2UvPg==' });
  expect(answerAs(`${base}/clearance/single`, accepted)).toBe(accepted);
  expect(answerAs('/e-invoicing/simulation/compliance', accepted)).toBe(accepted);
});
