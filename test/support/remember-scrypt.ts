import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/*
 * A PIN costs a tenth of a second of processor time on purpose, and tests sign the same few people in again and again.
 * The answer for the same PIN, salt and cost is always the same, so it is derived once in each worker.
 */

type Derive = (
  password: string,
  salt: Buffer,
  length: number,
  options: crypto.ScryptOptions,
  callback: (error: Error | null, key: Buffer) => void,
) => void;

const known = Symbol.for('khatm.remembered-scrypt');
const derive = crypto.scrypt as Derive & { [known]?: true };

if (derive[known] === undefined) {
  const keys = new Map<string, Buffer>();
  const remember: Derive & { [known]?: true } = (password, salt, length, options, callback) => {
    const asked = JSON.stringify([password, salt, length, options]);
    const key = keys.get(asked);
    // Later, as scrypt does; and a copy, because a caller may erase its key.
    if (key !== undefined) setImmediate(callback, null, Buffer.from(key));
    else
      derive(password, salt, length, options, (error, made) => {
        if (error === null) keys.set(asked, Buffer.from(made));
        callback(error, made);
      });
  };
  remember[known] = true;
  Object.assign(crypto, { scrypt: remember });
  syncBuiltinESMExports();
}
