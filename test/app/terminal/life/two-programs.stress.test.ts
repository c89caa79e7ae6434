import { expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';

const manager = { role: 'manager', name: 'Huda' } as const;
const open = (folder: string) => openTerminal({ folder, version: '0', environment: 'training' });

test('of two programs on one folder the second sets, and the first opens the ports', async () => {
  const folder = await onboardedFolder('two-programs');
  const [first, second] = [await open(folder), await open(folder)];
  await Promise.all([first.ready(), second.ready()]);
  const ask = async (terminal: Terminal, name: string, input: object) => {
    const answer = await terminal.call(name, input, manager);
    expect(answer).toMatchObject({ ok: true });
    return (answer as { value: { addresses: string[]; enabled: boolean; failure?: string } }).value;
  };
  const port = 20_000 + (process.pid % 20_000);
  const addresses = [`http://127.0.0.1:${port}`];
  const on = { enabled: true, port, network: false };
  // Both programs know the result. The server belongs to the first, so it still answers when the second has ended.
  expect(await ask(second, 'integration.api.set', on)).toMatchObject({ enabled: true, addresses });
  expect(await ask(first, 'integration.api.get', {})).toMatchObject({ enabled: true, addresses });
  expect(await ask(second, 'integration.api.get', {})).toMatchObject({ enabled: true, addresses });
  expect(await ask(second, 'integration.dropFolder.set', { enabled: true })).toMatchObject({ enabled: true });
  expect(await ask(first, 'integration.dropFolder.get', {})).toHaveProperty('lookedAt');
  await second.close();
  expect((await fetch(`${addresses[0]}/openapi.json`)).status).toBe(200);
  const third = await open(folder);
  await third.ready();
  expect(await ask(third, 'integration.api.set', { ...on, enabled: false })).toMatchObject({ addresses: [] });
  await expect(fetch(`${addresses[0]}/openapi.json`)).rejects.toThrow('fetch failed');
  await third.close();
  await first.close();
});
