import { expect, test } from 'vitest';
import { chance } from '../../support/run/chance.ts';
import { runFuzz } from './run-fuzz.ts';

test('hostile requests bring no crash, no 5xx and no leak, and good ones among them are taken', async () => {
  const { statuses, leaks, errors } = await runFuzz(3_000, chance().next);
  expect({ leaks, errors }).toEqual({ leaks: 0, errors: 0 });
  const seen = Object.keys(statuses).map(Number);
  expect(seen.filter((status) => status >= 500)).toEqual([]);
  // The fuzz reached every result: valid events were stored, and invalid ones refused for each reason.
  expect(seen).toEqual(expect.arrayContaining([200, 400, 401, 404, 413]));
});
