import path from 'node:path';
import { app, utilityProcess } from 'electron';
import type { KeychainAnswer, KeychainProcess } from '../../../base/vault/keychain-messages.ts';

/** Starts the keychain process through Electron, since our program cannot run as Node (see electronFuses). */
export function startKeychainProcess(): KeychainProcess {
  const file = path.join(app.getAppPath(), 'out', 'main', 'keychain-process.js');
  const child = utilityProcess.fork(file, [], { serviceName: 'Khatm keychain', stdio: 'ignore' });
  let listener: (answer: KeychainAnswer | undefined) => void = () => undefined;
  child.on('message', (answer: KeychainAnswer) => listener(answer));
  child.on('exit', () => listener(undefined));
  return {
    send: (request) => child.postMessage(request),
    listen: (next) => {
      listener = next;
    },
    // Electron's `kill` is only a request, which a process ignores while its keychain waits for a person.
    kill: () => {
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
  };
}
