import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFileVault } from '../../main/vault/file-vault.ts';
import { FailureError } from '../../shared/failure.ts';

const newFile = () => path.join(mkdtempSync(path.join(tmpdir(), 'khatm-vault-')), 'vault.json');

describe('the file vault', () => {
  test('gives back what was stored, also to the next opening', async () => {
    const file = newFile();
    const vault = await openFileVault(file, 'correct horse');
    await Promise.all([vault.set('training/key', 'kkk'), vault.set('training/pair', 'زوج')]);
    const again = await openFileVault(file, 'correct horse');
    expect(await again.get('training/key')).toBe('kkk');
    expect(await again.get('training/pair')).toBe('زوج');
    expect(await again.get('simulation/key')).toBeUndefined();
  });

  test('forgets what is deleted', async () => {
    const vault = await openFileVault(newFile(), 'x');
    await vault.set('a', '1');
    await vault.delete('a');
    expect(await vault.get('a')).toBeUndefined();
  });

  test('sees what another opening wrote, and keeps it', async () => {
    const file = newFile();
    const one = await openFileVault(file, 'x');
    await one.set('a', '1');
    const two = await openFileVault(file, 'x');
    await two.set('b', '2');
    await one.set('c', '3');
    expect([await one.get('b'), await two.get('c')]).toEqual(['2', '3']);
  });

  test('holds no secret in the clear', async () => {
    const file = newFile();
    const vault = await openFileVault(file, 'passphrase-0815');
    await vault.set('training/key', 'very-secret-value');
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('very-secret-value');
    expect(text).not.toContain(Buffer.from('very-secret-value').toString('base64'));
    expect(text).not.toContain('passphrase-0815');
  });

  test('refuses a wrong passphrase, a swapped entry and a damaged file by name', async () => {
    const file = newFile();
    const vault = await openFileVault(file, 'right');
    await vault.set('a', '1');
    await vault.set('b', '2');
    const refusal = (why: string) => ({ failure: { code: 'vault-unavailable', detail: { why } } });
    await expect((await openFileVault(file, 'wrong')).get('a')).rejects.toMatchObject(
      refusal('wrong-passphrase'),
    );

    const contents = JSON.parse(readFileSync(file, 'utf8'));
    [contents.entries.a, contents.entries.b] = [contents.entries.b, contents.entries.a];
    writeFileSync(file, JSON.stringify(contents));
    await expect(vault.get('a')).rejects.toMatchObject(refusal('wrong-passphrase'));

    writeFileSync(file, '{"khatm":"vault"');
    await expect(openFileVault(file, 'right')).rejects.toThrow(FailureError);
    await expect(openFileVault(file, 'right')).rejects.toMatchObject(refusal('unreadable'));
  });
});
