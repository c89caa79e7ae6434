import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';

/*
 * A real Electron that may end and restart, which Playwright's own launcher cannot follow. It is found by the ports of
 * its page and of its main process.
 */

const root = path.resolve(import.meta.dirname, '../..');
const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;
const electron =
  folder === undefined ? path.join(root, 'node_modules/.bin/electron') : path.join(folder, 'electron');

export interface Program {
  /** Waits for the page of the running program, and returns it. */
  page(): Promise<Page>;
  /** Runs a script in the main process, and returns its value; undefined when the script ends the process. */
  run(script: string): Promise<unknown>;
  /** Returns the ID of the running main process. */
  pid(): number | undefined;
  /** Returns the IDs of its Chromium processes with this `--type`. */
  children(type: string): number[];
  /** Returns the command lines of all processes of this machine. */
  commands(): string[];
  /** Resolves with the ID of the main process when it is not this one. */
  another(than: number | undefined): Promise<number>;
  /** Resolves once no process of the program runs. */
  ended(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Starts Electron with the program.
 * @param ownSwitches switches of Electron itself
 */
export function startElectron(
  data: string,
  ownSwitches: readonly string[] = [],
  switches: readonly string[] = [],
): ChildProcess {
  return spawn(electron, [...ownSwitches, root, '--no-sandbox', '--lang=en-GB', ...switches], {
    cwd: root,
    env: { ...process.env, KHATM_DATA: data },
    stdio: ['ignore', 'ignore', process.env.KHATM_ELECTRON_LOG === undefined ? 'ignore' : 'inherit'],
  });
}

export async function startProgram(data: string, ...switches: readonly string[]): Promise<Program> {
  const [pagePort, mainPort] = [await freePort(), await freePort()];
  const ownSwitches = [`--inspect=${mainPort}`, `--remote-debugging-port=${pagePort}`];
  startElectron(data, ownSwitches, switches).on('error', () => undefined);
  const isOurs = ({ command }: Running) =>
    command.includes(ownSwitches[1] ?? '') &&
    !command.includes('--type=') &&
    !command.includes('node_modules/.bin');
  const pid = () => running().find(isOurs)?.pid;
  let browser: Browser | undefined;

  const program: Program = {
    pid,
    async page() {
      await browser?.close().catch(() => undefined);
      browser = await patiently(() => chromium.connectOverCDP(`http://127.0.0.1:${pagePort}`));
      const found = browser;
      return patiently(async () => {
        const page = found.contexts()[0]?.pages()[0];
        if (page === undefined || !page.url().startsWith('app://khatm/')) throw new Error('no page yet');
        return page;
      });
    },
    run: (script) => patiently(() => evaluate(mainPort, script)),
    children(type) {
      const main = pid();
      return running()
        .filter(({ parent, command }) => command.includes(`--type=${type}`) && isBelow(parent, main))
        .map((each) => each.pid);
    },
    commands: () => running().map(({ command }) => command),
    another: (than) =>
      patiently(async () => {
        const now = pid();
        if (now === undefined || now === than) throw new Error('no other program yet');
        return now;
      }),
    ended: () =>
      patiently(async () => {
        if (pid() !== undefined) throw new Error('it still runs');
      }),
    async end() {
      await browser?.close().catch(() => undefined);
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const now = pid();
        if (now === undefined) return;
        process.kill(now, 'SIGKILL');
        await pause(200);
      }
    },
  };
  return program;
}

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function running(): Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const [state, parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ');
        return state === 'Z' || command === ''
          ? []
          : [{ pid: Number(name), parent: Number(parent), command }];
      } catch {
        return [];
      }
    });
}

/** Chromium's processes may be children of a child of the main process. */
function isBelow(pid: number, main: number | undefined): boolean {
  const parents = new Map(running().map((each) => [each.pid, each.parent]));
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
    if (at === main) return true;
  return false;
}

/** Tries again for a while, because a program takes time to start and end. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (attempt === 200) throw error;
      await pause(200);
    }
}

/**
 * Returns a port from a range that the system does not assign to connections, so that it stays free while the program
 * starts again.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** Evaluates an expression in the main process, over its inspector. */
async function evaluate(port: number, expression: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/json`);
  const [{ webSocketDebuggerUrl }] = (await answer.json()) as [{ webSocketDebuggerUrl: string }];
  const socket = new WebSocket(webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('no inspector')));
  });
  try {
    return await new Promise((resolve) => {
      socket.addEventListener('message', ({ data }) =>
        resolve(
          (JSON.parse(String(data)) as { result?: { result?: { value?: unknown } } }).result?.result?.value,
        ),
      );
      // The script has ended the process.
      socket.addEventListener('close', () => resolve(undefined));
      const params = { expression, awaitPromise: true, returnByValue: true };
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
    });
  } finally {
    socket.close();
  }
}
