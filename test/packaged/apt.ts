import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './till.ts';

/*
 * Runs the machine's own apt with a repository of ours. It has separate lists and sources, so that nothing else is
 * upgraded.
 */

const script = path.resolve(import.meta.dirname, '../../.scripts/package/repository.mjs');

/**
 * Creates a GnuPG key without a passphrase. @returns the key's fingerprint, and its public half in the form that apt
 * reads
 */
export function makeKey(home: string): { fingerprint: string; file: string } {
  mkdirSync(home, { mode: 0o700 });
  gpg(home, '--passphrase', '', '--quick-generate-key', 'Khatm test', 'ed25519', 'sign', '1d');
  const listed = gpg(home, '--with-colons', '--list-keys');
  const fingerprint = /^fpr:+([0-9A-F]{40}):/m.exec(listed)?.[1] ?? '';
  const file = path.join(home, 'public.asc');
  writeFileSync(file, gpg(home, '--armor', '--export', fingerprint), { mode: 0o644 });
  return { fingerprint, file };
}

/** Ends the processes that GnuPG left running. */
export const forgetKey = (home: string) => spawnSync('gpgconf', ['--homedir', home, '--kill', 'all']);

function gpg(home: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('gpg', ['--homedir', home, '--batch', ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`gpg: ${stderr}`);
  return stdout;
}

/** Writes a repository from a folder with Debian packages. */
export function writeRepository(debs: string, out: string, home: string, fingerprint: string): void {
  run(
    'env',
    `GNUPGHOME=${home}`,
    process.execPath,
    script,
    '--debs',
    debs,
    '--out',
    out,
    '--key',
    fingerprint,
  );
}

export interface Apt {
  /** Reads the lists again. Returns the error messages, or '' when there are none. */
  update(): string;
  /** Upgrades the installed package. @throws Error if apt refuses */
  upgrade(): string;
}

/** @param key the file of the only key whose signature counts */
export function aptAt(repository: string, key: string, work: string): Apt {
  const parts = path.join(work, 'sources');
  mkdirSync(parts, { recursive: true });
  writeFileSync(
    path.join(parts, 'khatm.sources'),
    `Types: deb\nURIs: file:${repository}\nSuites: stable\nComponents: main\nSigned-By: ${key}\n`,
  );
  const [lists, cache] = ['lists', 'cache'].map((name) => path.join(work, name)) as [string, string];
  const options = [
    'Dir::Etc::SourceList=/dev/null',
    `Dir::Etc::SourceParts=${parts}`,
    `Dir::State::Lists=${lists}`,
    `Dir::Cache=${cache}`,
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  return {
    update() {
      rmSync(lists, { recursive: true, force: true });
      for (const folder of [lists, path.join(cache, 'archives')])
        mkdirSync(path.join(folder, 'partial'), { recursive: true });
      const { status, stderr } = spawnSync('apt-get', [...options, 'update'], { encoding: 'utf8' });
      return status === 0 ? '' : stderr;
    },
    upgrade: () => run('apt-get', ...options, '--yes', 'install', '--only-upgrade', 'khatm'),
  };
}
