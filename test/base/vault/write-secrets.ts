import { openEncryptedFile } from '../../../main/base/vault/encrypted-file.ts';
import { takeLock } from '../../../main/books/ledger/queue/process-lock.ts';
import { passphrase } from './passphrase.ts';

/*
 * A process that shares an encrypted file with others: `write-secrets.ts FILE NAME COUNT` writes COUNT secrets named
 * `NAME/1` …, reports the number of each when the vault has answered, and writes the number also to `NAME/latest`.
 */

const [file = '', name = '', count = '0'] = process.argv.slice(2);
const vault = await openEncryptedFile({
  file,
  opener: { passphrase, N: 2 ** 14 },
  lock: takeLock,
  create: true,
});
for (let number = 1; number <= Number(count); number += 1) {
  await vault.set(`${name}/${number}`, `${name} ${number}`);
  await vault.set(`${name}/latest`, String(number));
  process.stdout.write(`${number}\n`);
}
