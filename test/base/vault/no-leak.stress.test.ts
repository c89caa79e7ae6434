import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { trainingPassphrase } from '../../../main/app/environment/credentials/training.ts';
import { openTerminal } from '../../../main/app/terminal/terminal.ts';
import { openEncryptedFile } from '../../../main/base/vault/encrypted-file.ts';
import { takeLock } from '../../../main/books/ledger/queue/process-lock.ts';
import type { Faults } from '../../../main/sandbox/faults/faults.ts';
import { type CommandName, contract } from '../../../shared/contract/index.ts';
import { orFail } from '../../../shared/stored/stored-form.ts';
import { pairForm } from '../../../shared/stored/vault/entries.ts';
import { khatm, newFolder } from '../../support/khatm.ts';
import { manager } from '../../support/run/callers.ts';
import { filesIn, leakingFiles, leaks } from './leaks.ts';

/*
 * Tests that no secret leaves the vault. A terminal is set up from an empty folder and sells, with an authority that
 * also refuses and disconnects. Then all its files, output and answers are searched for the secrets, which the test
 * reads from the vault.
 */

const sale = { lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }] };

/** Returns the secrets of training's vault: its values, and the fields of those that are JSON. */
async function secretsOf(folder: string): Promise<string[]> {
  const vault = await openEncryptedFile({
    file: path.join(folder, 'training', 'vault.json'),
    opener: { passphrase: trainingPassphrase },
    lock: takeLock,
    create: false,
  });
  const secrets: string[] = [];
  for (const name of await vault.names('')) {
    if (name.endsWith('/witness')) continue; // The witness is in the vault to prevent its replacement, and is not a secret.
    const value = (await vault.get(name)) ?? '';
    if (!value.startsWith('{')) secrets.push(value);
    else secrets.push(orFail(pairForm.read(value)).secret); // This is a pair, whose CSID and request number are not secrets.
  }
  return secrets;
}

describe('what a terminal leaves behind', () => {
  const folder = newFolder('no-leak');
  /** The events and answers that leave the process. */
  const told: string[] = [];
  let secrets: string[];

  beforeAll(async () => {
    async function open(faults: Faults) {
      const terminal = await openTerminal({ folder, version: '0', faults });
      terminal.onEvent((event) => told.push(JSON.stringify(event)));
      return terminal;
    }
    const unlucky = await open([{ kind: 'status', status: 503, times: 1 }]);
    await unlucky.ready().catch((error) => told.push(String(error), JSON.stringify(error)));
    await unlucky.close();
    const onboarded = await open([]);
    await onboarded.ready();
    await onboarded.close();

    const terminal = await open([{ kind: 'drop', times: 1 }]); // The answer to the first sale is lost.
    const call = async (name: CommandName, input: unknown) => {
      const result = await terminal.call(name, input, manager);
      // A signing secret made for another system is only in the answer that created it.
      if (name !== 'inbound.addSecret') told.push(JSON.stringify(result));
      return result;
    };
    await terminal.ready();
    let uuid = '';
    for (let count = 0; count < 3; count += 1) {
      const issued = await call('sale.issue', sale);
      if (issued.ok) uuid = (issued.value as { uuid: string }).uuid;
      await terminal.idle();
    }
    expect(uuid).not.toBe('');
    // Every command is called without input, with a document's ID, and with an unknown field.
    for (const name of Object.keys(contract) as CommandName[])
      for (const input of [{}, { uuid }, { text: uuid }, { uuid, which: 'issued' }, { nonsense: 1 }])
        await call(name, input);
    secrets = await secretsOf(folder);
    expect(leakingFiles(secrets, folder)).toEqual([]); // While the terminal works, SQLite's own files are there too.
    await terminal.close();
  });

  test('has secrets to look for', () => {
    expect(secrets.length).toBeGreaterThanOrEqual(2);
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(20);
    expect(told.length).toBeGreaterThan(100);
  });

  test('is no file with a secret in it: ledger, log, sandbox, vault', () => {
    const names = filesIn(folder).map((file) => path.relative(folder, file));
    expect(names).toEqual(
      expect.arrayContaining(['khatm.log', 'training/ledger.db', 'training/vault.json'].map(path.normalize)),
    );
    expect(leakingFiles(secrets, folder)).toEqual([]);
  });

  test('is no event and no answer with a secret in it, whatever was asked', () => {
    expect(told.filter((text) => leaks(secrets, text))).toEqual([]);
  });

  test('is no word of the command line and no exported document', async () => {
    const out = newFolder('no-leak-export');
    const runs = [
      await khatm('ledger', 'check', '--data', folder),
      await khatm('ledger', 'export', '--data', folder, '--out', out),
    ];
    for (const { code, stdout, stderr } of runs) {
      expect(code).toBe(0);
      expect(leaks(secrets, stdout + stderr)).toBe(false);
    }
    expect(filesIn(out).length).toBeGreaterThan(0);
    expect(leakingFiles(secrets, out)).toEqual([]);
  });

  test('is no crash report: a terminal that dies of a defect takes its secrets with it', async () => {
    const reports = newFolder('no-leak-reports');
    const program = path.join(import.meta.dirname, 'crash-terminal.ts');
    const flags = ['--report-uncaught-exception', `--report-directory=${reports}`];
    const death = await promisify(execFile)(process.execPath, [...flags, program, folder]).then(
      () => undefined,
      (error: { stdout: string; stderr: string }) => error,
    );
    expect(death?.stderr).toContain('a defect');
    expect(filesIn(reports).length).toBe(1);
    expect(leaks(secrets, `${death?.stdout}${death?.stderr}`)).toBe(false);
    expect(leakingFiles(secrets, reports)).toEqual([]);
    expect(leakingFiles(secrets, folder)).toEqual([]);
  });
});

test('the search finds a secret in each form it could take', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
  const scalar = Buffer.from(String(privateKey.export({ format: 'jwk' }).d), 'base64url');
  const kept = scalar.toString('base64');
  const forms: (Buffer | string)[] = [
    kept,
    scalar,
    scalar.toString('hex'),
    scalar.toString('hex').toUpperCase(),
    scalar.toString('base64url'),
    JSON.stringify(scalar),
    JSON.stringify([...scalar]),
    privateKey.export({ format: 'der', type: 'sec1' }),
    privateKey.export({ format: 'der', type: 'pkcs8' }),
    privateKey.export({ format: 'pem', type: 'sec1' }),
    JSON.stringify(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    ...['c', 'cs', 'csi'].map((user) => `Basic ${Buffer.from(`${user}:${kept}`).toString('base64')}`),
    Buffer.from(kept, 'utf16le'),
  ];
  for (const form of forms)
    expect(leaks([kept], Buffer.concat([Buffer.from('x'), Buffer.from(form)]))).toBe(true);
  const other = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey;
  expect(leaks([kept], other.export({ format: 'der', type: 'pkcs8' }))).toBe(false);
});
