import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createThread } from '../../../main/base/platform/thread.ts';

const program = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ id, task }) => {
    while (task === 'for ever');
    parentPort.postMessage({ id, result: task });
  });`;

test('a task that takes too long ends its thread, and the next task gets a new one', async () => {
  const thread = createThread<string, string>('tests', () => new Worker(program, { eval: true }));
  const limit = { timeoutMs: 300, failure: { code: 'bad-input' } } as const;
  await expect(thread.ask('for ever', limit)).rejects.toMatchObject({ failure: limit.failure });
  await expect.poll(() => thread.ask('quick', { ...limit, timeoutMs: 20_000 }).catch(() => '')).toBe('quick');
  await thread.close();
});
