import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { khatm, newFolder, start } from '../../support/khatm.ts';

describe.skipIf(process.platform === 'win32')('khatm serve', () => {
  test('serves until it is asked to end, and leaves whole books', async () => {
    const data = newFolder('serve');
    const serving = start('main/app/cli/khatm.ts', 'serve', '--data', data);
    const [output] = (await once(serving.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    expect(output.toString()).toBe(`serving training from ${data}\n`);
    const ended = once(serving, 'exit');
    serving.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect((await khatm('ledger', 'check', '--data', data)).code).toBe(0);
  });

  test('says why it cannot, and ends with 2', async () => {
    expect(await khatm('serve')).toMatchObject({ code: 2, stdout: '' });
  });
});
