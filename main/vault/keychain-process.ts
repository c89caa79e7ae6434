import { AsyncEntry } from 'keytar';
import { findCredentials } from 'keytar/keytar.js';
import type { KeychainAnswer, KeychainRequest } from './keychain-messages.ts';

/*
 * The operating system's keychain in a process of its own, started by start-keychain-process.ts or, in Electron, by
 * main/electron. A locked keychain asks the person at the screen, and a call waits for that as long as it takes: in
 * the terminal's own process it would hold one of Node's few threads, block the event loop where a daemon hangs, and
 * keep the process from ending. This one can be killed.
 */

/**
 * On Linux the secret service and nothing else: by itself the library falls back to the kernel's keyring, which
 * forgets everything when the machine restarts. (keytar.js cannot say so, hence `AsyncEntry`.)
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

/** What Electron gives a utility process instead of Node's channel. */
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
  // Whoever asked is gone. An orderly end would wait for a question that is still on the screen.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
