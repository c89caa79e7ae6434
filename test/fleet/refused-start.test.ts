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
  const store = {
    AWS_REGION: 'me-south-1',
    AWS_ENDPOINT_URL_S3: 'https://store.example',
    AWS_SHARED_CREDENTIALS_FILE: path.join(folder, 'none'),
    AWS_CONFIG_FILE: path.join(folder, 'none'),
  };
  const said = await Promise.all([
    refused([...data, '--certificate', path.join(folder, 'none.pem'), '--key', 'none.pem']),
    refused(data, smtp),
    refused(data, { ...smtp, KHATM_SMTP: 'smtps://mail.example', KHATM_MAIL_FROM: 'nobody' }),
    refused(['--demo', '--address', 'office']),
    refused([...data, '--archive', 's3://Bucket'], store),
    refused([...data, '--archive', 's3://bucket'], { ...store, AWS_REGION: undefined }),
    refused([...data, '--archive', 's3://bucket'], { ...store, AWS_ENDPOINT_URL_S3: 'http://store.example' }),
    refused([...data, '--archive', 's3://bucket'], store),
  ]);
  expect(said).toEqual([
    expect.stringContaining('none.pem'),
    'headquarters: KHATM_SMTP: a % in the name or password is written %25',
    'headquarters: KHATM_MAIL_FROM: no e-mail address',
    'headquarters: --address office: no address',
    'headquarters: s3://Bucket: no place such as s3://bucket/prefix',
    'headquarters: AWS_REGION names the region of the bucket',
    'headquarters: AWS_ENDPOINT_URL_S3: no address such as https://s3.example',
    expect.stringMatching(/^headquarters: no credentials for the store: /),
  ]);
  expect(readdirSync(folder)).toEqual([]);
});
