import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/*
 * Moves a user's books into the folder for all users and is killed before the step with a given number:
 * `killed-move.ts DATA OWN STEP`. The steps are its calls of the file system, and the files within a copy.
 */

const [data = '', ownFolder = '', at = ''] = process.argv.slice(2);
let left = Number(at);
const step = () => {
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  left -= 1;
};

const calls = fs.promises as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
for (const name of ['rename', 'mkdir', 'writeFile', 'symlink', 'rm', 'open']) {
  const real = calls[name];
  calls[name] = async (...args) => {
    step();
    return real?.(...args);
  };
}
const { cp } = fs.promises;
calls.cp = (from, to, options) =>
  cp(from as string, to as string, {
    ...(options as fs.CopyOptions),
    filter() {
      step();
      return true;
    },
  });
syncBuiltinESMExports();

const { holdAlone } = await import('../../../../main/books/ledger/queue/hold-alone.ts');
const { moveBooks } = await import('../../../../main/base/platform/all-users/move-books.ts');
await moveBooks({ ownFolder, data, holdAlone });
