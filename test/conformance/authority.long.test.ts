import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneIn } from '../support/run/effort.ts';
import { type Authority, openAuthority } from './authority.ts';
import { conformanceSales } from './matrix.ts';

/*
 * Sends a selection of documents of every kind until they are accepted. `npm run prove -- conformance` sends the whole matrix
 * and random sales.
 */

/** Chooses kinds and flags, currencies, exemptions and warnings. Amounts make no difference to a server. */
const kinds =
  /^(invoice|creditNote|debitNote|prepayment|exemption|several reasons|return\/several reasons|warned)\/|^currency\/USD\/|^prepayments?\//;
const sales = oneIn(
  10,
  conformanceSales().filter(({ name }) => kinds.test(name)),
);

let authority: Authority;
beforeAll(async () => {
  authority = await openAuthority();
});
afterAll(() => authority.close());

test.each(sales)('$name is cleared or reported by the sandbox', async (named) => {
  expect(await authority.send(named, authority.issue(named, Date.now()))).toEqual([]);
});
