import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { officeFolder } from './office.ts';

/* A start finds what its command or environment say wrong before anything runs, and says it. */

const start = path.resolve(import.meta.dirname, '../../main/fleet/office/start.ts');

test('a start that is refused says why, and leaves no database and no folder behind', async () => {
  const folder = officeFolder();
  const refused = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    new Promise<string>((resolve) => {
      execFile(
        process.execPath,
        [start, ...args],
        { env: { ...process.env, TMPDIR: folder, ...env } },
        (_error, _out, words) => resolve(words.trim()),
      );
    });
  const data = ['--data', path.join(folder, 'data')];
  const smtp = { KHATM_SMTP: 'smtps://a:secret%@mail.example', KHATM_MAIL_FROM: 'a@b.example' };
  const said = await Promise.all([
    refused([...data, '--certificate', path.join(folder, 'none.pem'), '--key', 'none.pem']),
    refused(data, smtp),
    refused(data, { ...smtp, KHATM_SMTP: 'smtps://mail.example', KHATM_MAIL_FROM: 'nobody' }),
    refused(['--demo', '--address', 'office']),
  ]);
  expect(said).toEqual([
    expect.stringContaining('none.pem'),
    'headquarters: KHATM_SMTP: a % in the name or password is written %25',
    'headquarters: KHATM_MAIL_FROM: no e-mail address',
    'headquarters: --address office: no address',
  ]);
  expect(readdirSync(folder)).toEqual([]);
});
