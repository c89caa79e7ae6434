import { AsyncEntry } from 'keytar';
import { findCredentials } from 'keytar/keytar.js';
import type { KeychainAnswer, KeychainRequest } from './keychain-messages.ts';

/*
 * The operating system's keychain in a separate process, started by start-keychain-process.ts or, in Electron, by
 * main/electron. A locked keychain asks the person at the screen, and the call waits as long as that takes: in the
 * terminal's own process it would occupy one of Node's few threads, block the event loop if a daemon hangs, and keep
 * the process from ending. This process can be killed.
 */

/**
 * On Linux only the secret service: by default the library falls back to the kernel's keyring, which is lost at a
 * restart. (keytar.js has no such option, hence `AsyncEntry`.)
 */
const where = { linux: { store: 'secret-service' } } as const;

async function answer(request: KeychainRequest): Promise<KeychainAnswer> {
  const { service } = request;
  try {
    switch (request.call) {
      case 'get':
        return { value: await new AsyncEntry(service, request.account, where).getPassword() };
      case 'set':
        await new AsyncEntry(service, request.account, where).setPassword(request.value);
        return {};
      case 'delete':
        await new AsyncEntry(service, request.account, where).deletePassword();
        return {};
      case 'list':
        return { accounts: (await findCredentials(service)).map(({ account }) => account) };
    }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Electron's channel to a utility process, in place of Node's. */
interface ParentPort {
  on(event: 'message', listener: (message: { data: KeychainRequest }) => void): void;
  postMessage(answer: KeychainAnswer): void;
}
const { parentPort } = process as { parentPort?: ParentPort };

if (parentPort !== undefined) {
  parentPort.on('message', ({ data }) => void answer(data).then((said) => parentPort.postMessage(said)));
} else {
  process.on(
    'message',
    (request: KeychainRequest) => void answer(request).then((said) => process.send?.(said)),
  );
  // The terminal is gone. A regular exit would wait for a question that is still on the screen.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
