import { afterEach, expect, test, vi } from 'vitest';
import { makeLogFolder } from '../../../main/base/platform/folders/log-folder.ts';
import { newFolder } from '../../support/khatm.ts';

/* Makes a folder unreadable or unwritable even when the test runs as root, to whom file modes do not apply. */
const system = vi.hoisted(() => ({ unreadable: '', unwritable: '' }));
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  const refuse = (is: boolean) => {
    if (is) throw Object.assign(new Error('refused'), { code: 'EACCES' });
  };
  return {
    ...fs,
    readdirSync(folder: string) {
      refuse(folder === system.unreadable);
      return fs.readdirSync(folder);
    },
    accessSync(folder: string, mode: number) {
      refuse(folder === system.unwritable && (mode & fs.constants.W_OK) !== 0);
      fs.accessSync(folder, mode);
    },
  };
});
afterEach(() => void Object.assign(system, { unreadable: '', unwritable: '' }));

test.each(['unreadable', 'unwritable'] as const)(
  'an %s place is none, and keeps nothing from opening',
  (how) => {
    const data = newFolder('log-data');
    const logs = newFolder('log-refused');
    system[how] = logs;
    expect(makeLogFolder(data, logs)).toBe(data);
  },
);
