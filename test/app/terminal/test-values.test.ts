import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import { testValues } from '../../../main/sandbox/faults/directive-help.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { manager } from '../../support/run/callers.ts';

/* Tests the values that order an outcome in training. Another program sends them in a sale through a real terminal. */

let terminal: Terminal;

async function ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  const result = await terminal.call(name, input, manager);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

const buyer = {
  name: 'شركة المشتري',
  vatNumber: '399999999800003',
  address: {
    street: 'الأمير سلطان',
    building: '2322',
    district: 'المربع',
    city: 'الرياض',
    postalCode: '23333',
    country: 'SA',
  },
};

beforeAll(async () => {
  terminal = await openTerminal({ folder: await onboardedFolder('test-values'), version: '0' });
  await terminal.ready();
});
afterAll(() => terminal.close());

/** Sells an article of this name and returns the outcome of its document. */
async function soldAs(name: string, isBusiness = false) {
  const { uuid } = await ask('sale.issue', {
    saleId: randomUUID(),
    lines: [{ name, quantity: 1, unitPrice: '10.00' }],
    ...(isBusiness && { customer: 'business', buyer }),
  });
  await terminal.idle();
  return ask('invoice.get', { uuid });
}
const codesOf = ({ timeline }: { timeline: { messages: { code?: string | undefined }[] }[] }) =>
  timeline.flatMap(({ messages }) => messages.map(({ code }) => code));

/** A test of the outcome of each value, by the kind of its directive, with a value after `=` if it may have one. */
const outcomes: Readonly<Record<string, (name: string) => Promise<void>>> = {
  async reject(name) {
    const plain = await soldAs(name);
    expect(plain.state).toBe('rejected');
    expect(codesOf(plain)).toContain('sandbox-practice');
    expect(codesOf(await soldAs(`${name}=BR-KSA-08`, true))).toContain('BR-KSA-08');
    expect((await soldAs(name.toUpperCase())).state).toBe('rejected');
    const capital = await soldAs('Khatm-Test:Reject=BR-KSA-08', true);
    expect(codesOf(capital)).toContain('BR-KSA-08');
  },
  async warn(name) {
    expect(await soldAs(name)).toMatchObject({ state: 'accepted', warnings: 1 });
    const named = await soldAs(`${name}=BR-KSA-98`, true);
    expect(named).toMatchObject({ state: 'accepted', warnings: 1 });
    expect(codesOf(named)).toContain('BR-KSA-98');
  },
  async park(name) {
    const { uuid, state } = await soldAs(name);
    expect(state).toBe('parked');
    await ask('invoice.send', { uuid });
    expect((await ask('invoice.get', { uuid })).state).toBe('parked');
    expect((await soldAs('the next one')).state).toBe('accepted');
  },
  async slow(name) {
    expect((await soldAs(`${name}=50`)).state).toBe('accepted');
  },
  async drop(name) {
    const { uuid } = await ask('sale.issue', { lines: [{ name, quantity: 1, unitPrice: '10.00' }] });
    await expect
      .poll(async () => (await ask('invoice.get', { uuid })).state, { timeout: 30_000 })
      .toBe('accepted');
    expect((await ask('invoice.get', { uuid })).attempts).toBeGreaterThan(1);
  },
  async 'clearance-off'(name) {
    const { state, mode } = await soldAs(name, true);
    expect({ state, mode }).toEqual({ state: 'accepted', mode: 'reporting' });
  },
};

test('each value of the table has a test', () => {
  expect(testValues.map(kindOf)).toEqual(Object.keys(outcomes));
});

test.each(testValues.map((value) => [value.form, value] as const))('%s', async (_, value) => {
  await outcomes[kindOf(value)]?.(`khatm-test: ${kindOf(value)}`);
});

function kindOf({ form }: { form: string }): string {
  return /^khatm-test: ([a-z-]+)/.exec(form)?.[1] ?? '';
}

test('a value that is none is said, instead of an outcome that nobody ordered', async () => {
  const sold = await soldAs('Coffee khatm-test: explode');
  expect(sold.state).toBe('rejected');
  expect(codesOf(sold)).toContain('sandbox-test-value');
});
