import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromiumPath } from '../../renderer/harness/browser.ts';

/** A thing that a machine may lack, or be. Tests that need it are left out, and named at the end of a run. */
interface Need {
  /** Matches what a test says in `skipIf(…)` or `runIf(…)`. */
  readonly sign: RegExp;
  /** Completes "needs …". */
  readonly what: string;
  /** The command with which the tests are played. */
  readonly way: string;
  readonly isMissing: () => boolean;
}

const lacks = (program: string) => () =>
  !(process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));
const lacksVariable = (name: string) => () => process.env[name] === undefined;
const always = () => true;
const debian = (packages: string) => `apt-get install ${packages}`;

/** A condition is for the first need that it matches. */
const needs: readonly Need[] = [
  {
    sign: /chromiumPath/,
    what: 'Chromium',
    way: `${debian('chromium-headless-shell')}, or CHROMIUM=FILE npm test`,
    isMissing: () => chromiumPath === undefined,
  },
  {
    sign: /haveSamples|schemaIsMissing|samples\.length/,
    what: 'the authority’s samples',
    way: 'ZATCA_SAMPLES=FOLDER npm test, or a folder shared/samples beside this project',
    isMissing: lacksVariable('ZATCA_SAMPLES'),
  },
  {
    sign: /CITUS_URL|citusPrograms/,
    what: 'PostgreSQL with Citus',
    way: 'CITUS_URL=URL npm run test:office -- citus',
    isMissing: lacksVariable('CITUS_URL'),
  },
  {
    sign: /hasPatroni/,
    what: 'a cluster of Patroni',
    way: `${debian('patroni etcd-server haproxy postgresql')}, and npm run test:office -- patroni`,
    isMissing: lacks('patroni'),
  },
  {
    sign: /hasStore/,
    what: 'an object store',
    way: 'pip install "moto[server]", and npm run test:office',
    isMissing: lacks('moto_server'),
  },
  {
    sign: /hasServer/,
    what: 'PostgreSQL, which npm does not have for this system',
    way: 'KHATM_POSTGRES=/usr/lib/postgresql/VERSION/bin npm test',
    isMissing: always,
  },
  {
    sign: /hasSecretService/,
    what: 'a keychain of Linux',
    way: debian('gnome-keyring dbus'),
    isMissing: lacks('gnome-keyring-daemon'),
  },
  {
    sign: /canMountSmallDisk/,
    what: 'root, who may mount a small disk',
    way: 'npm test as root, on Linux',
    isMissing: always,
  },
  {
    sign: /getuid|canClose|canLook/,
    what: 'root',
    way: 'npm test as root, on Linux',
    isMissing: () => process.getuid?.() !== 0,
  },
  {
    sign: /[oO]therDisk/,
    what: 'a second file system',
    way: 'npm test where /dev/shm or /tmp is one',
    isMissing: always,
  },
  {
    sign: /hasCurl/,
    what: 'curl',
    way: debian('curl'),
    isMissing: lacks('curl'),
  },
  {
    sign: /openssl|version|verify|structure/,
    what: 'OpenSSL with secp256k1',
    way: debian('openssl'),
    isMissing: lacks('openssl'),
  },
  {
    sign: /hasProgram|hasPython|'python3'|'unzip'/,
    what: 'Python, pdftotext and unzip',
    way: debian('python3 poppler-utils unzip'),
    isMissing: () => ['python3', 'pdftotext', 'unzip'].some((program) => lacks(program)()),
  },
  { sign: /hasTar/, what: 'tar', way: debian('tar'), isMissing: lacks('tar') },
  {
    sign: /sha256sum/,
    what: 'sha256sum',
    way: debian('coreutils'),
    isMissing: lacks('sha256sum'),
  },
  {
    sign: /systemd-analyze/,
    what: 'systemd',
    way: debian('systemd'),
    isMissing: lacks('systemd-analyze'),
  },
  {
    sign: /lackingFor|missing\.length|canRun/,
    what: 'the programs that its title names',
    way: 'test/README.md says which packages have them',
    isMissing: always,
  },
  {
    sign: /existsSync\((worker|list)\)/,
    what: 'a build of the program',
    way: 'npm run build, and npm test',
    isMissing: always,
  },
  {
    sign: /keepsClock/,
    what: 'a system that keeps its clock right',
    way: 'npm run test:stress on a machine with a time server',
    isMissing: always,
  },
  {
    sign: /isPossible|dist === undefined/,
    what: 'root, a screen and an unpacked Electron',
    way: 'ELECTRON_OVERRIDE_DIST_PATH=FOLDER npm run test:packaged, as root',
    isMissing: always,
  },
  {
    sign: /platform|isWine|isUnix|hasKeychain/,
    what: 'another system than this one',
    way: 'npm run test:windows, or the same command on that system',
    isMissing: always,
  },
];

/** Returns the conditions under which a test file leaves tests out. */
export function conditionsIn(source: string): string[] {
  return [...source.matchAll(/\b(?:skipIf|runIf)\(/g)].map(({ index, 0: { length } }) => {
    let depth = 1;
    let end = index + length;
    for (; depth > 0 && end < source.length; end += 1) depth += { '(': 1, ')': -1 }[source.charAt(end)] ?? 0;
    return source.slice(index + length, end - 1);
  });
}

export const needOf = (condition: string): Need | undefined => needs.find(({ sign }) => sign.test(condition));

const other: Pick<Need, 'what' | 'way'> = { what: 'something else', way: 'see the file' };

/**
 * Returns a line for each thing that tests needed and that is missing here: how many were left out, and the command that
 * brings them.
 * @param skipped the number of tests that each file has left out, by its source
 */
export function linesOf(skipped: readonly { readonly source: string; readonly count: number }[]): string[] {
  const counts = new Map<string, number>();
  for (const { source, count } of skipped) {
    const found = conditionsIn(source)
      .map(needOf)
      .filter((need) => need?.isMissing());
    const distinct = [...new Set(found.length === 0 ? [other] : found)];
    const what = distinct.map((need) => need?.what).join(', or ');
    const line = `needs ${what}: ${distinct.map((need) => need?.way).join('; ')}`;
    counts.set(line, (counts.get(line) ?? 0) + count);
  }
  return [...counts]
    .toSorted(([, one], [, another]) => another - one)
    .map(([line, count]) => `${String(count).padStart(6)}  ${line}`);
}

/** The tests that no run of `npm test` plays, whatever the machine has. */
export const elsewhere = [
  'npm run test:stress    the long tests: several processes, every screen, faults and kills',
  'npm run test:electron  the window, in a real Electron',
  'npm run test:packaged  Debian’s package',
  'npm run test:windows   the same tests with Windows’ own Node',
  'npm run prove          the long proofs, whole',
];
