import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/* Uses an installed till as an ordinary user of this machine, by keyboard and through its command line. */

export const person = 'khatm-test-cashier';
export const home = `/home/${person}`;
export const data = `${home}/.local/share/khatm/data`;
export const display = ':94';
/** The folder of the installed program. */
export const installedFolder = '/opt/Khatm';

export interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs a program as root. @throws Error if it fails */
export const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Runs a command line as an ordinary person who has no display and no session. */
export function asPerson(command: string, env: Readonly<Record<string, string>> = {}): Said {
  const variables = Object.entries({ HOME: home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', ...env });
  const words = variables.map(([name, value]) => `${name}='${value}'`).join(' ');
  const { status, stdout, stderr } = spawnSync('su', [person, '-c', `env -i ${words} ${command}`], {
    cwd: '/',
    encoding: 'utf8',
    timeout: 100_000,
  });
  return { code: status, out: stdout, error: stderr };
}

export function startDisplay(): ChildProcess {
  return spawn('Xvfb', [display, '-screen', '0', '1280x800x24'], { stdio: 'ignore' });
}

/** Opens the window as an ordinary person, with that person's environment and without switches. */
export function openWindow(): void {
  const env = `env -i HOME=${home} PATH=/usr/bin:/bin LANG=C.UTF-8 DISPLAY=${display}`;
  run('su', person, '-c', `cd / && ${env} setsid khatm >${home}/window.log 2>&1 &`);
}

interface Running {
  readonly pid: number;
  readonly command: string;
}

/** Returns the processes started from the installed program's folder, even if the file was replaced. */
export function processes(): Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return command.startsWith('/opt/Khatm/khatm') ? [{ pid: Number(name), command }] : [];
      } catch {
        return [];
      }
    });
}

export const renderer = (): Running | undefined =>
  processes().find(({ command }) => command.includes('--type=renderer'));

export function killAll(): void {
  for (const { pid } of processes())
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
}

const keys = (...args: string[]) =>
  execFileSync('xdotool', args, { env: { ...process.env, DISPLAY: display }, stdio: 'ignore' });

/** Sells two coffees for 28.00 with the keyboard, paid with the exact amount in cash. */
export async function sellByKeyboard(): Promise<void> {
  keys('mousemove', '400', '450');
  keys('type', '--delay', '120', 'coffee');
  await pause(500);
  keys('key', '--delay', '100', 'Tab', 'ctrl+a');
  keys('type', '--delay', '120', '2');
  keys('key', 'Tab');
  keys('type', '--delay', '120', '14');
  await pause(500);
  keys('key', 'F9');
  await pause(2_500);
  keys('key', 'F9');
}

/** Begins the next sale after an invoice was issued. */
export const nextSale = () => keys('key', 'F9');

/** Returns the number of documents in the books according to the installed command line, or undefined when it fails. */
export function documents(): number | undefined {
  const { out } = asPerson(`khatm ledger check --data ${data}`);
  const count = /^chain whole: (\d+) document/m.exec(out)?.[1];
  return count === undefined ? undefined : Number(count);
}
