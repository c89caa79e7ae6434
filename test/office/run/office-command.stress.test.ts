import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { checkOffice } from '../../../main/office/check/check-office.ts';
import { openOfficeDatabase } from '../../../main/office/database/database.ts';
import { runningServer } from '../../../main/office/database/embedded-server.ts';
import { tenantNamed } from '../../../main/office/tills/tills.ts';
import { programFile } from '../../support/run/programs.ts';
import { hasServer, officeFolder } from '../office.ts';
import { tillWith } from '../till-with-documents.ts';

/* Tests `npm run office` itself, without the build of its screens. */

const start = programFile('main/office/start.ts');

async function lineOf(office: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  if (office.stdout === null) throw new Error('no output');
  for await (const line of createInterface(office.stdout)) {
    const found = pattern.exec(line);
    if (found !== null) return found;
  }
  throw new Error('ended early');
}

const run = (...options: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [start, ...options], (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });

describe.skipIf(!hasServer)('the command', () => {
  test('prints the owner’s link to nobody’s journal, a new one when asked, and what a check finds', async () => {
    const folder = officeFolder();
    const office = spawn(process.execPath, [start, '--data', folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const printed: string[] = [];
      office.stdout.on('data', (text) => printed.push(String(text)));
      const [, address = ''] = await lineOf(office, /head office at (http:\S+)/);
      await expect
        .poll(() => printed.join(''), { timeout: 20_000 })
        .toContain('`office owner-link` prints a link');
      expect(printed.join('')).not.toContain('invitation=');
      const first = await run('owner-link', '--data', folder);
      const [, link = ''] = /#invitation=(\S+)/.exec(first.out) ?? [];
      const call = async (name: string, input: object) => {
        const response = await fetch(`${address}/office/call`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: address },
          body: JSON.stringify({ name, input }),
        });
        return (await response.json()) as { ok: boolean };
      };
      expect(await call('invitation.look', { link })).toMatchObject({ ok: true, value: { role: 'owner' } });
      const again = await run('owner-link', '--data', folder);
      expect(again.out).toContain('#invitation=');
      expect(await call('invitation.look', { link })).toMatchObject({ failure: { code: 'link-dead' } });

      const database = await openOfficeDatabase((await runningServer(folder)) ?? '');
      await tillWith(database, 1, 'Olaya', ['11.50', '23.00']);
      expect(await run('check', '--data', folder)).toEqual({
        code: 0,
        out: '2 documents of 1 tills: no faults\n',
        err: '',
      });
      await database.asOwner((client) => client.query('DELETE FROM document WHERE icv = 1'));
      await database.asOwner((client) => client.query('DELETE FROM office_line WHERE id = 1'));
      await database.close();
      const { code, out } = await run('check', '--data', folder);
      expect([code, out]).toEqual([
        1,
        expect.stringMatching(/^gap: Till Olaya, 2[\s\S]*office-log: tenant 1, line 1/),
      ]);
    } finally {
      const ended = once(office, 'exit');
      office.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('finds its port again, where the tills look for it, and says when that is taken', async () => {
    const folder = officeFolder();
    const addresses: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const office = spawn(process.execPath, [start, '--data', folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [, address = ''] = await lineOf(office, /^head office at (\S+)$/);
      addresses.push(address);
      const ended = once(office, 'exit');
      office.kill('SIGTERM');
      await ended;
    }
    expect(addresses).toEqual([addresses[0], addresses[0]]);
    const { port } = new URL(addresses[0] ?? '');
    const another = createServer().listen(Number(port), '127.0.0.1');
    await once(another, 'listening');
    const refused = await run('--data', folder);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining(`port ${port}, where its tills`),
    ]);
    another.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('leaves nothing behind when it is stopped as soon as it says its address', async () => {
    const folder = officeFolder();
    const office = spawn(process.execPath, [start, '--demo'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TMPDIR: folder, TEMP: folder },
    });
    const ended = once(office, 'exit');
    await lineOf(office, /^head office at/);
    office.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  test('ends at the second signal while it still waits to open, and its database with it', async () => {
    const folder = officeFolder();
    const office = spawn(process.execPath, [start, '--data', folder], { stdio: 'ignore' });
    const ended = once(office, 'exit');
    let url: string | undefined;
    while (url === undefined) {
      await pause(20);
      url = await runningServer(folder);
    }
    const another = new Client({ connectionString: url });
    another.on('error', () => undefined);
    await another.connect();
    // This simulates another program that changes the schema; the office waits minutes for it.
    await another.query('SELECT pg_advisory_lock(7402193)');
    office.kill('SIGTERM');
    // npm passes the terminal's signal on, so that the same one arrives twice.
    office.kill('SIGINT');
    await pause(1_500);
    expect(office.exitCode).toBeNull();
    office.kill('SIGTERM');
    expect(await ended).toEqual([1, null]);
    await expect.poll(() => existsSync(path.join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
    rmSync(folder, { recursive: true, force: true });
  });

  test('shows a simulated chain in which a till was stolen, one was copied and one is silent', async () => {
    const folder = officeFolder();
    const merchants = path.join(folder, '..', 'merchants-order-key.json');
    const office = spawn(process.execPath, [start, '--demo', '--address', 'https://office.example.com'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TMPDIR: folder, TEMP: folder, KHATM_ORDER_KEY: merchants },
    });
    try {
      const output = createInterface(office.stdout)[Symbol.asyncIterator]();
      const lines: string[] = [];
      while (!lines.at(-1)?.includes('simulated tills')) lines.push((await output.next()).value ?? '');
      expect(lines.join('\n')).toContain('without --certificate');
      expect(lines.join('\n')).toMatch(/owner's link.*#invitation=\S+/);
      // A merchant's own key must never sign invented documents.
      expect(existsSync(merchants)).toBe(false);
      const [data = ''] = readdirSync(folder);
      const database = await openOfficeDatabase((await runningServer(path.join(folder, data))) ?? '');
      const tenant = await tenantNamed(database, 'Head office');
      const { findings, chains } = await checkOffice(database, 47);
      expect([chains, findings]).toEqual([40, []]);
      const { rows } = await database.within({ tenant }, (client) =>
        client.query('SELECT refused FROM chain WHERE refused IS NOT NULL ORDER BY refused'),
      );
      expect(rows.map(({ refused }) => refused)).toEqual(['forked', 'stopped']);
      const alarms = await database.within({ tenant }, (client) =>
        client.query('SELECT DISTINCT cause FROM alarm WHERE ended_at IS NULL ORDER BY cause'),
      );
      expect(alarms.rows.map(({ cause }) => cause)).toEqual([
        'agreement',
        'certificate',
        'refused',
        'silent',
      ]);
      await database.close();
    } finally {
      const ended = once(office, 'exit');
      office.kill('SIGTERM');
      await ended;
    }
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
