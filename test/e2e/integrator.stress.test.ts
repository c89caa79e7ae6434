import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../main/app/terminal/terminal.ts';
import { apiScopes } from '../../shared/contract/programs/integration.ts';
import { occurrenceKinds, standardNames } from '../../shared/contract/programs/webhook-events.ts';
import { freePort } from '../support/free-port.ts';
import { newFolder } from '../support/khatm.ts';
import { onboardedFolder } from '../support/onboarded-folder.ts';
import { openCuttingProxy } from './integrator/cutting-proxy.ts';

/*
 * Tests programs that were written from /docs alone, at a real terminal in training with its sandbox. Each of their
 * requests is cut off twice, once before it arrives and once in its answer, and the first delivery of each event never
 * arrives.
 */

const manager = { role: 'manager', name: 'Huda' } as const;
const scripts = path.join(import.meta.dirname, 'integrator');

let terminal: Terminal;
beforeEach(async () => {
  terminal = await openTerminal({
    folder: await onboardedFolder('integrator'),
    version: '0',
    environment: 'training',
  });
  await terminal.ready();
});
afterEach(() => terminal.close());

async function ask<T>(name: string, input: object): Promise<T> {
  const answer = await terminal.call(name, input, manager);
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`);
  return answer.value as T;
}

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;

describe.each([
  { script: 'integrator.py', needs: ['python3'], command: 'python3' },
  { script: 'integrator.sh', needs: ['curl', 'awk', 'python3'], command: 'sh' },
])('$script', ({ script, needs, command }) => {
  const missing =
    process.platform === 'linux' ? needs.filter((each) => !isThere(each) && each !== 'awk') : needs;

  test.skipIf(missing.length > 0)(
    `does a day of an integrator over a bad line ${missing.join(' ')}`,
    async () => {
      const [port, receiving] = [await freePort(), await freePort()];
      await ask('integration.api.set', { enabled: true, port, network: false });
      const { client, secret } = await ask<{ client: { id: string }; secret: string }>(
        'integration.clients.create',
        { kind: 'service', name: script, scopes: [...apiScopes] },
      );
      const headLine = (head: string) => head.split('\r\n')[0] ?? '';
      const headOf = (name: string) => (head: string) =>
        `${headLine(head)} ${new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''}`;
      const line = await openCuttingProxy(port, ['request', 'answer'], headOf('idempotency-key'));
      // Each test event is a separate delivery.
      const isTest = (head: string) => /^x-service-event: webhook\.test/im.test(head);
      const back = await openCuttingProxy(receiving, ['request'], (head) =>
        headOf(isTest(head) ? 'x-service-event' : 'x-service-delivery')(head),
      );
      const endpoint = await ask<{ secret: string }>('webhook.addEndpoint', {
        url: `http://127.0.0.1:${back.port}/`,
        kinds: occurrenceKinds,
        allowPrivate: true,
      });
      const folder = newFolder('integrator-work');
      const child = spawn(command, [path.join(scripts, script)], {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          KHATM: `http://127.0.0.1:${line.port}`,
          CLIENT_ID: client.id,
          CLIENT_SECRET: secret,
          KHATM_WEBHOOK_SECRET: endpoint.secret,
          PORT: String(receiving),
        },
      });
      const output: string[] = [];
      let errors = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        errors += text;
      });
      const done = () => void child.stdin.write('\n');
      const gaveUp = (error: Error) => {
        errors += error.message;
        child.kill();
      };
      createInterface({ input: child.stdout }).on('line', (text) => {
        output.push(text);
        if (text.startsWith('manager: ')) void obey(text.slice('manager: '.length)).then(done, gaveUp);
      });
      const [code] = await once(child, 'close');
      line.close();
      back.close();
      expect([code, errors]).toEqual([0, '']);

      const result = JSON.parse(output.at(-1) ?? '') as { documents: number; kinds: string[]; total: string };
      const { webhooks } = (await (await fetch(`http://127.0.0.1:${port}/openapi.json`)).json()) as {
        webhooks: object;
      };
      expect(result.kinds).toEqual(Object.keys(webhooks));
      // The program's books match the ledger's to the halala, with no document missing or entered twice.
      const { rows } = await ask<{ rows: { number: string; kind: string; payable: number }[] }>(
        'invoice.list',
        { limit: 100 },
      );
      const [, ...day] = readFileSync(path.join(folder, 'day.csv'), 'utf8').trim().split(/\r?\n/);
      const books = day.map((row) => row.split(',')).map(([number, , , , , total]) => [number, total]);
      const signed = ({ kind, payable }: { kind: string; payable: number }) =>
        kind === 'creditNote' ? -payable : payable;
      const ledger = rows.map((row) => [row.number, (signed(row) / 100).toFixed(2)]);
      expect(books).toEqual(ledger);
      expect(rows).toHaveLength(result.documents);
      const sum = rows.map(signed).reduce((all, one) => all + one, 0);
      expect(Math.round(Number(result.total) * 100)).toBe(sum);
      // Each request was tried three times, and each event that the program awaited was tried twice.
      expect(Object.values(line.tries()).every((tries) => tries >= 3)).toBe(true);
      const deliveries = Object.values(back.tries());
      expect(Math.max(...deliveries)).toBe(2);
      expect(deliveries.filter((tries) => tries === 2).length).toBeGreaterThanOrEqual(result.kinds.length);
      rmSync(folder, { recursive: true });
    },
  );
});

/** Does at the terminal what a program asks a person to do. */
async function obey(task: string): Promise<void> {
  const kind = occurrenceKinds.find((each) => task === `send the test of ${standardNames[each]}`);
  if (kind === undefined) throw new Error(`no manager knows how to ${task}`);
  const { endpoints } = await ask<{ endpoints: { id: string }[] }>('webhook.endpoints', {});
  // The connection also fails for test events, and only a person repeats those.
  for (let tries = 0; tries < 3; tries += 1) {
    const { taken } = await ask<{ taken: boolean }>('webhook.sendTest', { id: endpoints[0]?.id, kind });
    if (taken) return;
  }
  throw new Error(`the test of ${kind} does not arrive`);
}
