import type {
  KeychainAnswer,
  KeychainProcess,
  KeychainRequest,
  StartKeychainProcess,
} from './keychain-messages.ts';
import { refuse } from './refuse.ts';

/** The number of milliseconds of idleness after which the process is ended. */
const endIdleAfter = 5_000;

/**
 * Sends calls to the keychain process one after the other, and starts the process when needed.
 * @param timeoutMs milliseconds that one call may take: long enough for a person to type the keychain's password
 */
export function createKeychainCaller(start: StartKeychainProcess, timeoutMs: number) {
  let running: KeychainProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  function ask(request: KeychainRequest): Promise<KeychainAnswer | 'keychain-locked' | 'keychain-absent'> {
    clearTimeout(idle);
    const helper = running ?? start();
    running = helper;
    const gone = () => {
      if (running === helper) running = undefined;
    };
    return new Promise((resolve) => {
      const end = () => {
        gone();
        helper.kill();
      };
      const timer = setTimeout(() => {
        end(); // Ending the process also removes the question from the screen.
        resolve('keychain-locked');
      }, timeoutMs);
      helper.listen((answer) => {
        clearTimeout(timer);
        idle = setTimeout(end, endIdleAfter).unref();
        if (answer === undefined) gone();
        resolve(answer ?? 'keychain-absent');
      });
      helper.send(request);
    });
  }

  /** Sends a call. @throws FailureError `vault-locked` (keychain-locked), `vault-unavailable` (keychain-absent) */
  return async function call(request: KeychainRequest): Promise<KeychainAnswer> {
    const queued = last.then(() => ask(request));
    last = queued.catch(() => undefined);
    const answer = await queued;
    if (typeof answer === 'string') return refuse(answer);
    if (answer.error === undefined) return answer;
    return refuse(isLocked(answer.error) ? 'keychain-locked' : 'keychain-absent', new Error(answer.error));
  };
}

/**
 * Decides from the library's message if waiting or unlocking by a person can help. Linux reports that; a service that
 * is there but does not answer in time counts too, as slow is not gone. On macOS a `Platform failure` always means
 * that the keychain was not unlocked, not permitted, or its question refused.
 */
function isLocked(message: string): boolean {
  if (process.platform === 'darwin') return message.startsWith('Platform failure');
  return /object locked|IsLocked|prompt was dismissed|Did not receive a reply/.test(message);
}
