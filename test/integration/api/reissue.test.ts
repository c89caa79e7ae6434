import { expect, test } from 'vitest';
import { rejected } from '../../support/run/outcomes.ts';
import { provideShop } from './provide-shop.ts';
import { coffee, post } from './shop.ts';

const { shop, token } = await provideShop();

interface Result {
  rejected: { uuid: string; number: string };
  issued?: { number: string; payable: string; replaces: string; corrects?: string[]; issuedBy: string };
  existed?: boolean;
  refusal?: { code: string; title: string; issues: { path: unknown[]; code: string; message: string }[] };
}

async function reissue(cause: unknown, bearer = token, headers: Record<string, string> = {}) {
  const answer = await fetch(`${shop.base}/v2/invoices/reissue`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ cause }),
  });
  const body = (await answer.json()) as { results: Result[]; issues: { path: unknown[]; code: string }[] };
  return { status: answer.status, ...body };
}

async function issued(sale: unknown, bearer = token): Promise<{ uuid: string; number: string }> {
  return (await (await post(shop.base, bearer, sale)).json()) as { uuid: string; number: string };
}

/** Issues a sale that the authority rejects for these reasons. */
async function refused(sale: unknown, codes: readonly string[], bearer = token) {
  const { uuid, number } = await issued(sale, bearer);
  refuse(uuid, codes);
  return { uuid, number };
}

function refuse(uuid: string, codes: readonly string[]): void {
  const claimed = shop.ledger.queue.claim(uuid, shop.clock.now(), 60_000);
  if (claimed === undefined) throw new Error('not claimed');
  const errors = codes.map((code) => ({ type: 'ERROR', code, status: 'ERROR' }));
  shop.ledger.queue.settle(claimed, { ...rejected, errors }, { state: 'rejected' }, shop.clock.now());
}

const noteOf = (number: string) => ({
  kind: 'creditNote',
  corrects: [{ number }],
  reason: 'Cold',
  lines: [{ name: 'قهوة | Coffee', quantity: 1, unitPrice: '14.00', correctsLine: 1 }],
});

test('issues all of one cause again, oldest first, and what is repeated finds nothing left', async () => {
  const sold = await refused({ ...coffee, reference: 'ORDER-1' }, ['BR-KSA-04']);
  const sale = await issued(coffee);
  const note = await refused(noteOf(sale.number), ['BR-KSA-04']);
  refuse(sale.uuid, ['BR-KSA-04']);
  const both = await refused(coffee, ['BR-KSA-04', 'BR-KSA-42']);

  const { status, results } = await reissue('BR-KSA-04');
  expect(status).toBe(200);
  const number = results[1]?.issued?.number ?? '';
  expect(results).toMatchObject([
    {
      rejected: { number: sold.number },
      issued: { replaces: sold.number, payable: '28.00', issuedBy: 'Till', reference: 'ORDER-1' },
      existed: false,
    },
    { rejected: { number: sale.number }, issued: { replaces: sale.number } },
    { rejected: { number: note.number }, issued: { replaces: note.number, corrects: [number] } },
  ]);
  expect(await reissue(['BR-KSA-04'])).toMatchObject({ status: 200, results: [] });
  expect(shop.ledger.documents.replacedBy(both.uuid)).toBeUndefined();
});

test('what is wrong in the sale itself is refused, with the way on', async () => {
  const before = shop.ledger.chain.head()?.icv;
  expect(await reissue(['BR-KSA-42', 'BR-KSA-04'])).toMatchObject({
    status: 400,
    issues: [{ path: ['cause'], code: 'cause-in-sale', message: expect.stringContaining('replaces') }],
  });
  expect(shop.ledger.chain.head()?.icv).toBe(before);
});

test('one that is refused is named with its reason, and stops no other', async () => {
  const original = await issued(coffee);
  const stuck = await refused(noteOf(original.number), ['BR-KSA-04']);
  refuse(original.uuid, ['BR-KSA-42']);
  const may = await shop.token(['invoices.write', 'notes.other-systems']);
  const other = {
    ...noteOf('OLD-17'),
    corrects: [{ number: 'OLD-17', issueDate: '2020-01-31', otherSystem: { total: '115.00' } }],
    lines: [{ name: 'Desk', quantity: 1, unitPrice: '10.00' }],
  };
  const foreign = await refused(other, ['BR-KSA-04'], may);
  const last = await refused(coffee, ['BR-KSA-04']);
  const { results } = await reissue('BR-KSA-04', token, { 'accept-language': 'ar' });
  expect(results).toMatchObject([
    { rejected: stuck, refusal: { code: 'bad-input', issues: [{ code: 'corrects-rejected' }] } },
    { rejected: foreign, refusal: { code: 'bad-input', issues: [{ code: 'declaring-not-allowed' }] } },
    { rejected: last, issued: { replaces: last.number } },
  ]);
  expect(results[0]?.refusal?.title).toMatch(/\p{Script=Arabic}/u);
  expect((await reissue('BR-KSA-04', may)).results).toMatchObject([
    { refusal: {} },
    { issued: { replaces: foreign.number } },
  ]);
});

test('needs the permission of a single re-issue', async () => {
  expect((await reissue('BR-KSA-04', await shop.token(['invoices.read']))).status).toBe(403);
});
