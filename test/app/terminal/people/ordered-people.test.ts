import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCarryOut } from '../../../../main/app/terminal/carry-out-orders.ts';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';
import { manager } from '../../../support/run/callers.ts';
import { newCatalogue } from '../../../till/catalogue/support.ts';

/* Tests orders of the head office about people whose names contain invisible characters. */

const typed = '\u200FAbu  Bakr\u200E';
let folder: string;
let terminal: Terminal;

beforeAll(async () => {
  folder = await onboardedFolder('ordered-people');
  terminal = await openTerminal({ folder, version: '0' });
  await save('Mona', '482913', 'manager');
});
afterAll(() => terminal.close());

async function save(name: string, pin: string, role: 'cashier' | 'manager') {
  expect(await terminal.call('people.save', { name, pin, role }, manager)).toMatchObject({ ok: true });
}

async function names() {
  const answer = await terminal.call('people.list', {}, manager);
  return answer.ok && (answer.value as { people: { name: string }[] }).people.map(({ name }) => name);
}

const signIn = (name: string, pin: string) => terminal.callFromScreen('people.signIn', { name, pin });

type State = Parameters<typeof createCarryOut>[0]['guard']['state'];

function order(
  people: { save?: { name: string; pin: string; role: 'cashier' }[]; remove?: string[] },
  state: State = 'free',
) {
  const carryOut = createCarryOut({
    catalogue: { open: () => newCatalogue() },
    articleFiles: { idle: async () => undefined },
    clock: new FakeClock(),
    audit: () => undefined,
    onArticles: () => undefined,
    callIn: () => (name, input, caller) => terminal.call(name, input, caller),
    guard: { state },
    checkBackupFolder: () => undefined,
  });
  return carryOut('simulation', { kind: 'people', save: [], remove: [], ...people });
}

test('a person leaves by the text by which they came, and can no longer sign in', async () => {
  await order({ save: [{ name: typed, pin: '135790', role: 'cashier' }] });
  expect(await names()).toEqual(['Abu Bakr', 'Mona']);
  expect(await signIn('Abu Bakr', '135790')).toMatchObject({ ok: true });
  await order({ remove: [typed, 'Nobody', typed] });
  expect(await names()).toEqual(['Mona']);
  expect(await signIn('Abu Bakr', '135790')).toMatchObject({ ok: false });
});

test.each([
  'screen',
  'Terminal',
  'night',
  'Simulator',
  'the command line',
  'سطر الأوامر',
  'HEAD  OFFICE',
  'ｓｃｒｅｅｎ',
  'pol\u200Bicy',
  'the program',
  'البرنامج',
])('nobody is added as %s, by which the records name the program', async (name) => {
  const refusal = { code: 'bad-input', issues: [{ path: ['name'], code: 'name-reserved' }] };
  const person = { name, pin: '135790', role: 'cashier' } as const;
  expect(await terminal.call('people.save', person, manager)).toMatchObject({
    ok: false,
    failure: refusal,
  });
  await expect(order({ save: [person] })).rejects.toMatchObject({ failure: refusal });
  expect(await names()).toEqual(['Mona']);
});

test('a removal is not carried out while nobody can be known', async () => {
  await expect(order({ remove: ['Mona'] }, 'locked')).rejects.toMatchObject({
    failure: { code: 'vault-locked' },
  });
  expect(await names()).toEqual(['Mona']);
});
