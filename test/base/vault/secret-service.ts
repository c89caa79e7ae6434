import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { vi } from 'vitest';

const found = (program: string) => spawnSync('which', [program]).status === 0;

/** True when the Debian packages gnome-keyring and dbus are installed. */
export const hasSecretService = ['gnome-keyring-daemon', 'dbus-daemon', 'dbus-send'].every(found);

const password = 'login password';
const secrets = 'org.freedesktop.secrets';

export interface SecretService {
  /** The environment variables for programs that use the service. */
  readonly env: { readonly [name: string]: string };
  /** Starts the daemon with the login keyring unlocked. It is the same keyring each time. */
  start(): Promise<void>;
  /** Locks the keyring, so that the daemon asks a person through a prompter. Starting the daemon again unlocks it. */
  lock(): void;
  /** Starts a prompter that shows questions, which nobody answers. Without one, every question counts as dismissed. */
  showQuestions(): void;
  stop(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  close(): void;
}

/** Opens a session bus and gnome-keyring in separate folders. */
export async function openSecretService(): Promise<SecretService> {
  const home = mkdtempSync(path.join(tmpdir(), 'khatm-keyring-'));
  const services = path.join(home, 'services');
  mkdirSync(services);
  const bus = await startBus(home, services);
  const env = {
    HOME: home,
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_RUNTIME_DIR: home,
    DBUS_SESSION_BUS_ADDRESS: bus.address,
  };
  const all = { ...process.env, ...env };
  let daemon: ChildProcess | undefined;

  const ask = (destination: string, ...call: string[]) =>
    execFileSync('dbus-send', ['--session', '--print-reply', `--dest=${destination}`, ...call], {
      env: all,
      encoding: 'utf8',
      timeout: 5_000,
    });

  return {
    env,
    async start() {
      // The option is needed, because by default ssh and pkcs11 would be served as well.
      daemon = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
        env: all,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      daemon.stdin?.end(password);
      await vi.waitFor(
        () => {
          const owned = ask(
            'org.freedesktop.DBus',
            '/',
            'org.freedesktop.DBus.NameHasOwner',
            `string:${secrets}`,
          );
          if (!owned.includes('true')) throw new Error('the secret service has not come up');
        },
        { timeout: 20_000 },
      );
    },
    lock() {
      const login = 'array:objpath:/org/freedesktop/secrets/collection/login';
      ask(secrets, '/org/freedesktop/secrets', 'org.freedesktop.Secret.Service.Lock', login);
    },
    showQuestions() {
      const prompter = 'org.gnome.keyring.SystemPrompter';
      const service = `[D-BUS Service]\nName=${prompter}\nExec=/bin/sleep 20\n`;
      writeFileSync(path.join(services, `${prompter}.service`), service);
      ask('org.freedesktop.DBus', '/', 'org.freedesktop.DBus.ReloadConfig');
    },
    async stop(signal) {
      if (daemon === undefined) throw new Error('not started');
      const ended = signal === 'SIGKILL' && once(daemon, 'exit');
      daemon.kill(signal);
      await ended;
    },
    close() {
      daemon?.kill('SIGKILL');
      bus.process.kill();
    },
  };
}

/** Starts a bus without activation, so that a killed daemon stays dead until the test starts it. */
async function startBus(home: string, services: string): Promise<{ process: ChildProcess; address: string }> {
  const config = path.join(home, 'bus.conf');
  writeFileSync(
    config,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:dir=${home}</listen>
      <servicedir>${services}</servicedir>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>`,
  );
  const bus = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const address of createInterface({ input: bus.stdout })) return { process: bus, address };
  throw new Error('the bus has not come up');
}
