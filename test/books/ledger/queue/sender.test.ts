import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSender } from '../../../../main/books/ledger/queue/sender.ts';
import { failing, testFolder } from '../support.ts';

const module = new URL('../../../../main/books/ledger/queue/sender.ts', import.meta.url).href;

/** Starts a process that sends from this folder until it is killed. No reference to its lock remains. */
async function sendingProcess(folder: string) {
  const program = `import { openSender } from ${JSON.stringify(module)};
    const { id } = openSender(${JSON.stringify(folder)});
    setTimeout(() => { gc(); process.stdout.write(id + '\\n'); }, 20);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  return {
    id: String(line).trim(),
    async kill() {
      child.kill('SIGKILL');
      await Promise.all([once(child, 'exit'), text(child.stdout)]);
    },
  };
}

describe('one that sends from a folder', () => {
  it('is gone when its process is, however that ended', async () => {
    const folder = path.join(testFolder(), 'senders');
    const here = openSender(folder);
    const there = await sendingProcess(folder);
    expect(here.isGone(there.id)).toBe(false);
    expect(here.isGone(here.id)).toBe(false);
    await there.kill();
    // Windows releases a file's lock a moment after the process has ended.
    await expect.poll(() => here.isGone(there.id)).toBe(true);
    here.close();
  });

  it('is gone when it was closed, and leaves nothing', () => {
    const folder = testFolder();
    const [one, other] = [openSender(folder), openSender(folder)];
    expect(other.isGone(one.id)).toBe(false);
    one.close();
    expect(other.isGone(one.id)).toBe(true);
    other.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('removes what one that was killed left', async () => {
    const folder = testFolder();
    const there = await sendingProcess(folder);
    await there.kill();
    expect(readdirSync(folder)).not.toEqual([]);
    const left = () => {
      openSender(folder).close();
      return readdirSync(folder);
    };
    await expect.poll(left).toEqual([]);
  });

  it('cannot begin where the folder is a file', () => {
    const folder = path.join(testFolder(), 'file');
    writeFileSync(folder, '');
    expect(() => openSender(folder)).toThrow(failing('folder-unusable') as Error);
  });
});
