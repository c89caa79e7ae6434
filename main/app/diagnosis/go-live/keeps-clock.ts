import path from 'node:path';
import { type SystemFacts, thisSystem } from '../../../books/ledger/witness/machine-id.ts';

/** kept: the system synchronizes its clock · not-kept: it does not · unknown: the system does not report it. */
export type ClockKeeping = 'kept' | 'not-kept' | 'unknown';

/** Asks the system whether it synchronizes its clock with a time server. Never rejects. */
export async function keepsClock(system: SystemFacts = thisSystem): Promise<ClockKeeping> {
  const ask = questions[system.platform];
  return ask === undefined ? 'unknown' : ask(system).catch(() => 'unknown');
}

type Question = (system: SystemFacts) => Promise<ClockKeeping>;

const timeService = 'HKLM\\SYSTEM\\CurrentControlSet\\Services\\W32Time';

/** macOS answers this only for administrators. */
const questions: Partial<Record<NodeJS.Platform, Question>> = {
  async linux({ run }) {
    const answer = await run('/usr/bin/timedatectl', ['show']);
    const says = (name: string) => new RegExp(`^${name}=(yes|no)$`, 'm').exec(answer)?.[1];
    // Time services other than systemd's own appear only in the second property.
    const told = [says('NTP'), says('NTPSynchronized')];
    if (told.includes('yes')) return 'kept';
    return told.includes('no') ? 'not-kept' : 'unknown';
  },
  async win32({ run }) {
    // The full path is used, so that no other program called reg is run.
    const reg = path.win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'reg.exe');
    const isDisabled = /\bREG_DWORD\s+0x4\b/.test(await run(reg, ['query', timeService, '/v', 'Start']));
    const answer = await run(reg, ['query', `${timeService}\\Parameters`, '/v', 'Type']);
    const type = /\bType\s+REG_SZ\s+(\w+)/.exec(answer)?.[1];
    if (isDisabled || type === 'NoSync') return 'not-kept';
    return type === undefined ? 'unknown' : 'kept';
  },
};
