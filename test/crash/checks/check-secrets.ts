import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openEncryptedFile } from '../../../main/base/vault/encrypted-file.ts';
import { takeLock } from '../../../main/books/ledger/queue/process-lock.ts';
import { readCertificate } from '../../../main/document/stamp/certificates/certificate.ts';
import { SigningKey } from '../../../main/document/stamp/key.ts';
import { orFail } from '../../../shared/stored/stored-form.ts';
import { pairForm } from '../../../shared/stored/vault/entries.ts';
import { filesIn, leaks } from '../../base/vault/leaks.ts';
import type { CredentialRow } from './read-ledger.ts';

/** Reads the entries of a shop's vault, by name. */
export async function readVault(file: string, passphrase: string): Promise<Map<string, string>> {
  const vault = await openEncryptedFile({ file, opener: { passphrase }, lock: takeLock, create: false });
  const contents = new Map<string, string>();
  for (const name of await vault.names('')) contents.set(name, (await vault.get(name)) ?? '');
  return contents;
}

/** Returns the entries of a vault that are secrets. */
export function secretsOf(vault: ReadonlyMap<string, string>): string[] {
  return [...vault].flatMap(([name, value]) => {
    const [, kind] = name.split('/');
    if (kind === 'key') return [value];
    // Only the secret of a pair counts: its CSID and request number are public, and so is the witness.
    return kind === 'production' || kind === 'compliance' ? [orFail(pairForm.read(value)).secret] : [];
  });
}

/**
 * Checks that the vault has both halves of every pair in use, and no half of any other, when no credential flow is
 * open.
 */
export function checkPairs(
  credentials: readonly CredentialRow[],
  vault: ReadonlyMap<string, string>,
): string[] {
  const problems: string[] = [];
  const expected = new Set<string>();
  for (const { stage, csid, certificate, vaultKey, keyName } of credentials) {
    expected.add(vaultKey).add(keyName);
    const read = pairForm.read(vault.get(vaultKey) ?? '');
    const pair = read.ok ? read.value : undefined;
    const key = vault.get(keyName);
    if (pair?.csid !== csid || pair.secret === '')
      problems.push(`${stage} pair ${vaultKey}: the vault has no such pair`);
    if (key === undefined) problems.push(`${stage} pair ${vaultKey}: its key ${keyName} is gone`);
    else if (
      !Buffer.from(SigningKey.fromSecret(key).publicKey).equals(readCertificate(certificate).publicKey)
    )
      problems.push(`${stage} pair ${vaultKey}: its key is another one's`);
  }
  for (const name of vault.keys()) {
    const [, kind = ''] = name.split('/');
    if (['key', 'compliance', 'production'].includes(kind) && !expected.has(name))
      problems.push(`the vault keeps ${name}, which serves nothing`);
  }
  return problems;
}

/**
 * Matches UUIDs and long Base64 texts. In these, the six digits of a password occur by chance about once in several
 * thousand rounds.
 */
const chanceDigits = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[A-Za-z\d+/]{60,}={0,2}/g;

/**
 * Finds the files and outputs that contain a secret. A numeric password counts only without adjacent digits, and
 * outside UUIDs and long Base64 texts.
 */
export function checkLeaks(
  secrets: readonly string[],
  digits: readonly string[],
  folder: string,
  outputs: ReadonlyMap<string, string>,
): string[] {
  const digitPatterns = digits.map((each) => new RegExp(`(?<!\\d)${each}(?!\\d)`));
  const leaking = (where: Buffer) => {
    const text = where.toString('latin1').replace(chanceDigits, ' ');
    return leaks(secrets, where) || digitPatterns.some((pattern) => pattern.test(text));
  };
  const files = filesIn(folder).filter((file) => leaking(readIfThere(file)));
  const streams = [...outputs].filter(([, text]) => leaking(Buffer.from(text)));
  return [
    ...files.map((file) => `a secret stands in ${path.relative(folder, file)}`),
    ...streams.map(([name]) => `a secret stands in the output of ${name}`),
  ];
}

/** Reads a file that a running till may delete at any time. */
function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
