import { describe, expect, test } from 'vitest';
import { keepsClock } from '../../../main/app/diagnosis/go-live/keeps-clock.ts';

/** Simulates an operating system whose answer to a call depends on the last argument. */
const system = (platform: NodeJS.Platform, answers: Readonly<Record<string, string>>) => ({
  platform,
  readText: () => Promise.reject(new Error('no such file')),
  async run(_: string, args: readonly string[]) {
    const answer = answers[args.at(-1) ?? ''];
    if (answer === undefined) throw new Error('no such program');
    return answer;
  },
});
const service = (start: string, type: string) => ({
  Start: `\r\nHKEY_LOCAL_MACHINE\\SYSTEM\r\n    Start    REG_DWORD    ${start}\r\n`,
  Type: `\r\nHKEY_LOCAL_MACHINE\\SYSTEM\r\n    Type    REG_SZ    ${type}\r\n`,
});

describe('whether the system keeps its clock', () => {
  test.each([
    ['its own service does', 'NTP=yes\nNTPSynchronized=no\nLocalRTC=no\n', 'kept'],
    ['another server does', 'LocalRTC=no\nNTP=no\nNTPSynchronized=yes\n', 'kept'],
    ['nobody does', 'CanNTP=yes\nNTP=no\nNTPSynchronized=no\n', 'not-kept'],
    ['it says something else', 'Timezone=Asia/Riyadh\n', 'unknown'],
  ] as const)('Linux: %s', async (_, show, keeping) => {
    expect(await keepsClock(system('linux', { show }))).toBe(keeping);
  });

  test.each([
    ['a time server', '0x3', 'NTP', 'kept'],
    ['the domain', '0x2', 'NT5DS', 'kept'],
    ['nobody', '0x3', 'NoSync', 'not-kept'],
    ['a service that is disabled', '0x4', 'NTP', 'not-kept'],
  ] as const)('Windows: %s', async (_, start, type, keeping) => {
    expect(await keepsClock(system('win32', service(start, type)))).toBe(keeping);
  });

  test('a system that does not answer is unknown, as a Mac is', async () => {
    for (const platform of ['linux', 'win32', 'darwin'] as const)
      expect(await keepsClock(system(platform, {}))).toBe('unknown');
  });
});
