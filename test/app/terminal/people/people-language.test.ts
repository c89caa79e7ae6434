import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';

/* Tests the language of each person. */

const mona = { name: 'Mona', pin: '482913' };
const sami = { name: 'Sami', pin: '135790' };
let folder: string;
let terminal: Terminal;

async function ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  const result = await terminal.callFromScreen(name, input);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}
const languageOf = async (person: typeof mona) => {
  await ask('people.signIn', person);
  return (await ask('terminal.status', {})).language;
};

beforeAll(async () => {
  folder = await onboardedFolder('people-language');
  terminal = await openTerminal({ folder, version: '0' });
  await terminal.ready();
});
afterAll(() => terminal.close());

test('nobody is nobody: a terminal without people keeps none', async () => {
  expect(await terminal.callFromScreen('people.setLanguage', { language: 'en' })).toMatchObject({
    failure: { code: 'not-allowed' },
  });
});

test('is the one that they chose, after a restart too, and goes with them', async () => {
  await ask('people.save', { ...mona, role: 'manager' });
  await ask('people.save', { ...sami, role: 'cashier' });
  expect(await languageOf(sami)).toBeUndefined();
  await ask('people.setLanguage', { language: 'en' });
  expect(await languageOf(mona)).toBeUndefined();
  await ask('people.setLanguage', { language: 'ar' });
  await ask('people.signOut', {});
  expect((await ask('terminal.status', {})).language).toBeUndefined();

  await terminal.close();
  terminal = await openTerminal({ folder, version: '0' });
  await terminal.ready();
  expect([await languageOf(sami), await languageOf(mona)]).toEqual(['en', 'ar']);
  await ask('people.remove', { name: 'Sami' });
  await ask('people.save', { ...sami, role: 'cashier' });
  expect(await languageOf(sami)).toBeUndefined();
});

test('reaches every window of the terminal, whichever of them it was chosen in', async () => {
  const windows = [[], []] as (string | undefined)[][];
  const stops = windows.map((seen) =>
    terminal.onEvent((event) => {
      if (event.type === 'status') seen.push(event.status.language);
    }),
  );
  await ask('people.signIn', mona);
  for (const language of ['en', 'ar', 'en'] as const) {
    await ask('people.setLanguage', { language });
    for (const seen of windows) await expect.poll(() => seen.at(-1)).toBe(language);
  }
  for (const stop of stops) stop();
});
