import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { terminalRefused } from '../base/platform/system/exit-codes.ts';

/*
 * `npm start`: builds changes, then opens the Electron window. If that is impossible, it explains why in one line, and
 * serves the training terminal to a browser.
 */

const root = path.resolve(import.meta.dirname, '../..');
const options = readOptions();
/** The server of `npm run dev`, which serves the screens as they are edited. */
const liveAddress = process.env.KHATM_SCREENS;

if (!options.preview || liveAddress === undefined) build();
const reason = options.preview ? undefined : await tryElectron();
if (options.preview || reason !== undefined) {
  if (reason !== undefined)
    console.log(`Khatm: ${reason}; serving the training terminal to a browser instead.`);
  await servePreview();
}

function readOptions(): { preview: boolean; data: string | undefined; port: number } {
  try {
    const { values } = parseArgs({
      options: {
        preview: { type: 'boolean', default: false },
        data: { type: 'string' },
        port: { type: 'string', default: '0' },
      },
    });
    const port = Number(values.port);
    if (!/^\d{1,5}$/.test(values.port) || port > 65_535)
      return give(`--port ${values.port}: must be 0 to 65535`);
    return { preview: values.preview, data: values.data, port };
  } catch (error) {
    return give(error instanceof Error ? error.message : String(error));
  }
}

/** Prints one line for the caller and exits. */
function give(reason: string): never {
  console.error(`Khatm: ${reason}`);
  process.exit(2);
}

function build(): void {
  const script = path.join(root, '.scripts', 'build.mjs');
  const built = spawnSync(process.execPath, [script, '--if-changed'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
}

/** Runs the window to its end; returns the reason if there was no window. */
async function tryElectron(): Promise<string | undefined> {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return 'there is no display';
  const program = findElectron();
  if (program === undefined) return "Electron's program could not be downloaded";

  const args = [root];
  // Chromium refuses to run its sandbox as root.
  if (process.platform === 'linux' && process.getuid?.() === 0) args.push('--no-sandbox');
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'inherit', 'ignore'],
      env: { ...process.env, ...(options.data !== undefined && { KHATM_DATA: path.resolve(options.data) }) },
    });
    const forward = (signal: NodeJS.Signals) => child.kill(signal);
    process.once('SIGINT', forward).once('SIGTERM', forward);
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve(`Electron cannot be started (${error.code})`),
    );
    child.once('exit', (code, signal) => {
      // A window that a person used and closed exits normally, or long after the start. A terminal that cannot open has
      // already explained why, and a browser would show the same.
      if (code === terminalRefused) process.exit(code);
      const failedToStart = code !== 0 && signal === null && Date.now() - startedAt < 15_000;
      resolve(failedToStart ? `Electron cannot open a window here (exit ${code})` : undefined);
    });
  });
}

/** Returns the program's path; Electron's own script downloads it on first use. Undefined if that fails. */
function findElectron(): string | undefined {
  const folder = path.join(root, 'node_modules', 'electron');
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const pathFile = path.join(folder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : undefined;
  if (override !== undefined) {
    const fallback = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' }[
      process.platform as 'win32' | 'darwin'
    ];
    return path.join(override, name ?? fallback ?? 'electron');
  }
  if (name !== undefined && existsSync(path.join(folder, 'dist', name)))
    return path.join(folder, 'dist', name);
  console.log('Khatm: downloading Electron (once) …');
  const installed = spawnSync(process.execPath, [path.join(folder, 'install.js')], { stdio: 'ignore' });
  if (installed.status !== 0 || !existsSync(pathFile)) return undefined;
  return path.join(folder, 'dist', readFileSync(pathFile, 'utf8'));
}

async function servePreview(): Promise<void> {
  const { FailureError } = await import('../../shared/failure.ts');
  const { describeFailure } = await import('../../shared/words/index.ts');
  const { openTerminal } = await import('./terminal/terminal.ts');
  const { startPreview } = await import('./preview.ts');
  const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
  const { builtPage, livePage } = await import('../base/platform/page-files.ts');
  const { settleDataFolder } = await import('../base/platform/all-users/settle-data-folder.ts');
  const { holdAlone } = await import('../books/ledger/queue/hold-alone.ts');
  const { takeLock } = await import('../books/ledger/queue/process-lock.ts');
  const folder =
    options.data === undefined
      ? (await settleDataFolder({ holdAlone, takeLock })).folder
      : path.resolve(options.data);
  const terminal = await openTerminal({ folder, version: manifest.version, trainingOnly: true }).catch(
    (error: unknown) => {
      if (!(error instanceof FailureError)) throw error;
      return give(describeFailure(error.failure, 'en'));
    },
  );
  const page =
    liveAddress === undefined ? builtPage(path.join(root, 'out', 'renderer')) : livePage(liveAddress);
  const preview = await startPreview(terminal, page, options.port).catch(async (error: unknown) => {
    await terminal.close();
    return give(`port ${options.port}: ${error instanceof Error ? error.message : String(error)}`);
  });
  console.log(`Khatm: open ${preview.address}`);
  const stop = async () => {
    await preview.close();
    await terminal.close();
    process.exit(0);
  };
  process.once('SIGINT', () => void stop()).once('SIGTERM', () => void stop());
}
