import { expect, test } from 'vitest';
import { type Bridge, createClient } from '../../../shared/contract/bridge.ts';
import { createFakeTerminal } from '../fakes/fake-terminal.ts';

const bridge = (call: Bridge['call']): Bridge => ({ call, on: () => () => {} });
const internal = { ok: false, failure: { code: 'internal' } };

test('answers that keep the contract come through, failures too', async () => {
  const client = createClient(createFakeTerminal({ invoices: 3 }));
  const list = await client.call('invoice.list', {});
  expect(list.ok && list.value.rows.map(({ icv }) => icv)).toEqual([3, 2, 1]);
  const missing = await client.call('invoice.get', { uuid: '00000000-0000-4000-8000-0000000000ff' });
  expect(missing).toEqual({ ok: false, failure: { code: 'not-found' } });
});

test.each([
  ['no answer at all', undefined],
  ['an answer of another shape', { value: 1 }],
  ['a value outside the contract', { ok: true, value: { rows: [{}], total: 1 } }],
  ['a failure code that does not exist', { ok: false, failure: { code: 'whatever' } }],
])('%s is a failure as a value', async (_, answer) => {
  expect(await createClient(bridge(async () => answer)).call('invoice.list', {})).toEqual(internal);
});

test('a transport that breaks is a failure as a value', async () => {
  const broken = bridge(async () => {
    throw new Error('gone');
  });
  expect(await createClient(broken).call('terminal.status', {})).toEqual(internal);
});

test('events outside the contract are not passed on', () => {
  const fake = createFakeTerminal({ invoices: 1 });
  const heard: string[] = [];
  let emit: (event: unknown) => void = () => {};
  createClient({
    call: fake.call,
    on(listener) {
      emit = listener;
      return () => {};
    },
  }).on(({ type }) => heard.push(type));
  emit({ revision: 1, event: { type: 'status', status: { environment: 'mars' } } });
  emit({ revision: 2, event: { type: 'news' } });
  emit({ event: { type: 'onboarding', steps: [] } });
  emit({ revision: 3, event: { type: 'onboarding', steps: [] } });
  expect(heard).toEqual(['onboarding']);
});
