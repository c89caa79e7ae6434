import { fork } from 'node:child_process';
import path from 'node:path';
import type { KeychainAnswer, KeychainProcess } from './keychain-messages.ts';

/** Starts the keychain process under Node. It neither keeps this process alive nor outlives it. */
export function startKeychainProcess(): KeychainProcess {
  const child = fork(path.join(import.meta.dirname, 'keychain-process.ts'), {
    execArgv: [], // a debugger or a loader of this process is not meant for it
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  let listener: (answer: KeychainAnswer | undefined) => void = () => undefined;
  child.on('message', (answer: KeychainAnswer) => listener(answer));
  child.on('error', () => listener(undefined));
  child.on('exit', () => listener(undefined));
  return {
    send: (request) => child.send(request, () => undefined), // one that cannot be sent ends in `exit`
    listen: (next) => {
      listener = next;
    },
    kill: () => child.kill('SIGKILL'),
  };
}
