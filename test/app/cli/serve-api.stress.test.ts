import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { khatm, newFolder, start } from '../../support/khatm.ts';

describe.skipIf(process.platform === 'win32')('khatm serve', () => {
  test('says where the API is, and what keeps it from listening', async () => {
    const data = newFolder('serve-api');
    const port = await freePort();
    await khatm('integration', 'api', 'on', '--port', String(port), '--data', data);
    const serve = async (wanted: 'stdout' | 'stderr', words: string) => {
      const serving = start('main/app/cli/khatm.ts', 'serve', '--data', data);
      let output = '';
      serving[wanted]?.on('data', (part) => {
        output += part;
      });
      await expect.poll(() => output, { timeout: 30_000 }).toContain(words);
      const ended = once(serving, 'exit');
      serving.kill('SIGTERM');
      await ended;
    };
    const address = `http://127.0.0.1:${port}`;
    await serve('stdout', `api: ${address}, described at ${address}/docs\n`);
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    await serve('stderr', `khatm: api, port ${port}: `);
    other.close();
  });
});
