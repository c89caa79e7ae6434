import type { KeychainAnswer, KeychainRequest } from './keychain-messages.ts';

/*
 * The operating system's keychain in a separate process, started by start-keychain-process.ts or, in Electron, by
 * main/app/electron. A locked keychain asks the person at the screen, and the call waits as long as that takes: in the
 * terminal's own process it would occupy one of Node's few threads, block the event loop if a daemon hangs, and keep
 * the process from ending. This process can be killed.
 */

type Library = Pick<
  typeof import('@github/keytar'),
  'getPassword' | 'setPassword' | 'deletePassword' | 'findCredentials'
>;

/** The library is loaded with the first call, so that a system without it answers with the reason. */
let loading: Promise<Library> | undefined;
const library = () => {
  loading ??= process.platform === 'win32' ? credentialManager() : keyring();
  return loading;
};

/** The module exports one object, so Node cannot know the names of its functions beforehand. */
const credentialManager = async (): Promise<Library> => (await import('@github/keytar')).default;

/**
 * This library is not used on Windows, where it needs a runtime that Windows does not have. On Linux only the secret
 * service is used: by default the library falls back to the kernel's keyring, which is lost at a restart. (keytar.js
 * has no such option, hence `AsyncEntry`.)
 */
async function keyring(): Promise<Library> {
  const { AsyncEntry } = await import('keytar');
  const { findCredentials } = await import('keytar/keytar.js');
  const entry = (service: string, account: string) =>
    new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
  return {
    getPassword: async (service, account) => (await entry(service, account).getPassword()) ?? null,
    setPassword: (service, account, value) => entry(service, account).setPassword(value),
    deletePassword: (service, account) => entry(service, account).deletePassword(),
    findCredentials,
  };
}

async function answer(request: KeychainRequest): Promise<KeychainAnswer> {
  const { service } = request;
  try {
    const { getPassword, setPassword, deletePassword, findCredentials } = await library();
    switch (request.call) {
      case 'get':
        return { value: await getPassword(service, request.account) };
      case 'set':
        await setPassword(service, request.account, request.value);
        return {};
      case 'delete':
        await deletePassword(service, request.account);
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
  parentPort.on('message', ({ data }) => void answer(data).then((reply) => parentPort.postMessage(reply)));
} else {
  process.on(
    'message',
    (request: KeychainRequest) => void answer(request).then((reply) => process.send?.(reply)),
  );
  // The terminal has ended. A regular exit would wait for a question that is still on the screen.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
