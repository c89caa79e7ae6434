import { fork } from 'node:child_process';
import path from 'node:path';
import type { KeychainAnswer, KeychainProcess } from './keychain-messages.ts';

/** Starts the keychain process under Node. It does not keep this process alive, and ends with it. */
export function startKeychainProcess(): KeychainProcess {
  const child = fork(path.join(import.meta.dirname, 'keychain-process.ts'), {
    execArgv: [], // this process's debugger or loader must not affect it
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  let listener: (answer: KeychainAnswer | undefined) => void = () => undefined;
  child.on('message', (answer: KeychainAnswer) => listener(answer));
  child.on('error', () => listener(undefined));
  child.on('exit', () => listener(undefined));
  return {
    send: (request) => child.send(request, () => undefined), // a request that cannot be sent ends in `exit`
    listen: (next) => {
      listener = next;
    },
    kill: () => child.kill('SIGKILL'),
  };
}
