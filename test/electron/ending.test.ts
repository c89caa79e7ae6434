import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from '../support/khatm.ts';
import { unlock } from '../support/wizard.ts';
import { type Program, startElectron, startProgram } from './program.ts';
import { sellOffline } from './sell-offline.ts';

/* Tests a real Electron that ends while the authority does not answer, and is started again meanwhile. */

const data = newFolder('electron-ending');

describe.skipIf(process.platform === 'win32')('a program that still ends', () => {
  let calls = 0;
  const silent = createServer(() => {
    calls += 1;
  });
  let program: Program;

  beforeAll(async () => {
    const { port } = new URL(await sellOffline(data));
    silent.listen(Number(port), '127.0.0.1');
    program = await startProgram(data);
    await unlock(await program.page());
  });
  afterAll(async () => {
    await program?.end();
    silent.closeAllConnections();
    silent.close();
  });

  test('starts anew once it has ended', async () => {
    await expect.poll(() => calls, { timeout: 30_000 }).toBeGreaterThan(0);
    const pid = program.pid();
    process.kill(pid ?? 0, 'SIGTERM');
    await expect.poll(() => program.children('renderer'), { timeout: 30_000 }).toEqual([]);
    expect(program.pid()).toBe(pid);
    const second = startElectron(data);
    await once(second, 'exit');
    expect(program.pid()).toBe(pid);
    silent.closeAllConnections();
    await program.another(pid);
    await (await program.page()).getByRole('heading', { name: /Unlock|فتح/ }).waitFor();
  });

  test('ends within a minute, though the authority never answers', async () => {
    await unlock(await program.page());
    const before = calls;
    await expect.poll(() => calls, { timeout: 60_000 }).toBeGreaterThan(before);
    process.kill(program.pid() ?? 0, 'SIGTERM');
    await program.ended();
  });
});
