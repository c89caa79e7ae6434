import { openKeychain } from '../../../main/base/vault/keychain.ts';
import { FailureError } from '../../../shared/failure.ts';

/*
 * `ask-keychain.ts FOLDER-ID NAME` queries the keychain, which asks a person, and waits for one second. It reports the
 * result, reports if this process could work meanwhile, and exits with 7.
 */

const [folderId = '', name = ''] = process.argv.slice(2);
let beats = 0;
const heart = setInterval(() => {
  beats += 1;
}, 10);
const outcome = await openKeychain({ folderId, timeoutMs: 1_000 })
  .get(name)
  .then(
    () => 'answered',
    (error) =>
      error instanceof FailureError ? `${error.failure.code} ${error.failure.detail?.why}` : String(error),
  );
clearInterval(heart);
console.log(`${outcome}, ${beats > 20 ? 'lively' : 'stuck'}`);
process.exitCode = 7;
