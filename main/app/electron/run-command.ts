import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { app } from 'electron';
import { runCommandLine } from '../cli/command-line.ts';
import { runUnder } from '../cli/host.ts';
import { startKeychainProcess } from './system/keychain-process.ts';
import { osCipher } from './system/os-cipher.ts';

/**
 * Runs a command of the installed program, without a window, and ends the program with the command's exit code.
 * @param scratch a folder for Chromium's own files, removed at the end
 */
export async function runCommand(args: readonly string[], scratch: string | undefined): Promise<void> {
  const stopped = stopRequest();
  // The keychain's process and the system's encryption need Electron to be ready.
  await app.whenReady();
  runUnder({
    terminal: { osCipher: cipherOfCommand(), startKeychain: startKeychainProcess },
    stopped: () => stopped,
  });
  try {
    await runCommandLine(args);
  } catch (error) {
    console.error(error);
    process.exitCode = 2;
  }
  await Promise.all([process.stdout, process.stderr].map(flush));
  if (scratch !== undefined) await rm(scratch, { recursive: true, force: true }).catch(() => undefined);
  app.exit(Number(process.exitCode ?? 0));
}

/**
 * On Windows the key of the system's encryption is among Chromium's own files, and a command has new ones of these: a
 * secret encrypted with such a key could never be decrypted again.
 */
const cipherOfCommand = () => (process.platform === 'win32' ? undefined : osCipher());

/** Resolves with the first signal or request to quit; without this, Electron would end at once. */
function stopRequest(): Promise<unknown> {
  const quit = new Promise<void>((resolve) => {
    app.on('before-quit', (event) => {
      event.preventDefault();
      resolve();
    });
  });
  return Promise.race([quit, once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}

const flush = (stream: NodeJS.WriteStream) =>
  new Promise<void>((resolve) => {
    stream.write('', () => resolve());
  });
