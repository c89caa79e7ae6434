import { release, totalmem } from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { Diagnosis } from '../../../shared/diagnosis.ts';
import { fail } from '../../../shared/failure.ts';
import { environments } from '../../../shared/status.ts';
import { gatewayAddress, gatewayVersion } from '../../../shared/stored/settings/environment.ts';
import { devicesSetting } from '../../../shared/stored/settings/terminal.ts';
import { describeStep, stateName, stepName } from '../../../shared/words/faults/diagnosis.ts';
import { createNetworkSettings } from '../../base/network/network-settings.ts';
import { inFolder } from '../../base/outside/outside-folder.ts';
import { inScratch, lookAtOwn, readOwn } from '../../base/platform/files/own-files.ts';
import { withFileFailures } from '../../books/backup/file-failures.ts';
import type { Archive } from '../../books/ledger/ledger.ts';
import { openBooks } from './books.ts';
import { type DiagnosisOptions, diagnose } from './diagnose.ts';
import { plainLog } from './plain-log.ts';
import { logsIn } from './read-log.ts';
import { replaceHome, withoutHome } from './without-home.ts';

export interface BundleOptions extends DiagnosisOptions {
  readonly logFolder: string;
}

const readMe = `Khatm: a file for support

diagnosis.txt   what is well and what is not, in words; diagnosis.json is the same for programs
versions.json   of the program and the system
settings.json   settings that hold no secret
counts.json     how many documents each environment has, by state
log/            times, codes and places in the program; nothing that anybody typed

Not in here: keys, certificates' secrets, PINs, passwords, names, numbers or addresses of buyers, documents, and the
name of the person whose home folder this is: ~ stands for it.
`;

/**
 * Makes a zip file for support. It is built from facts that are known to be harmless, instead of removing secrets from
 * everything: a new setting, field or message is omitted until somebody lists it here.
 */
export async function makeBundle(options: BundleOptions): Promise<Uint8Array> {
  const diagnosis = withoutHome(await diagnose(options));
  const { counts, settings } = await ledgerFacts(options);
  const json = (value: unknown) => strToU8(`${JSON.stringify(withoutHome(value), undefined, 2)}\n`);
  return zipSync({
    'README.txt': strToU8(readMe),
    'diagnosis.txt': strToU8(`${diagnosisLines(diagnosis).join('\n')}\n`),
    // Their facts may name other people's machines.
    'diagnosis.json': json({
      ...diagnosis,
      needs: diagnosis.needs.map(({ kind, level, since }) => ({ kind, level, since })),
    }),
    'versions.json': json(versionsOf(options)),
    'settings.json': json({ ...terminalSettings(options), environments: settings }),
    'counts.json': json(counts),
    ...Object.fromEntries(
      logsIn(options.logFolder).map((name) => [
        `log/${name}`,
        strToU8(plainLog(replaceHome(readOwn(path.join(options.logFolder, name)) ?? '', ''))),
      ]),
    ),
  });
}

/** Returns the path of a new file for support in a folder. @param at the time in milliseconds since 1970 */
export function bundleFileIn(folder: string, at: number): string {
  const stamp = new Date(at).toISOString().replace(/[-:]|\..*/g, '');
  return path.join(folder, `khatm-support-${stamp}.zip`);
}

/**
 * Writes the file, for this user only, in a folder that exists.
 * @throws FailureError `folder-unusable`, `disk-full`, `place-own`, `place-silent`
 */
export async function writeBundle(file: string, options: BundleOptions) {
  const zip = await makeBundle(options);
  return withFileFailures(() =>
    inFolder(path.dirname(file), { ownFolder: options.folder }, async (folder) => {
      await folder.write(path.basename(file), zip);
      return { bytes: zip.length, isOpenToAll: folder.isOpenToAll };
    }),
  );
}

/** A diagnosis in numbered lines, in English. */
export function diagnosisLines({ steps }: Diagnosis): string[] {
  return steps.flatMap((step, index) => {
    const { says, mend } = describeStep(step, 'en');
    const number = `${index + 1}`.padStart(2);
    return [
      `${number}. ${stepName(step.step, 'en')}: ${stateName(step.state, 'en')}. ${says}`,
      ...(mend === undefined ? [] : [`    ${mend}`]),
    ];
  });
}

function versionsOf({ version }: BundleOptions) {
  const { node, electron, chrome } = process.versions;
  return {
    khatm: version,
    node,
    electron,
    chrome,
    platform: process.platform,
    arch: process.arch,
    system: release(),
    memory: totalmem(),
  };
}

function terminalSettings({ settings, environment, policy }: BundleOptions) {
  const { printer, cut, drawer, display, card } = settings.read(devicesSetting);
  return {
    environment,
    policy: { state: policy.state },
    devices: { printer, cut, drawer, display: display?.connection, card },
  };
}

async function ledgerFacts({ folder }: BundleOptions) {
  const counts: Record<string, unknown> = {};
  const settings: Record<string, unknown> = {};
  for (const environment of environments) {
    const file = path.join(folder, environment, 'ledger.db');
    await inScratch(async (scratch) => {
      const books = await openBooks(file, environment, scratch);
      if (books === undefined) return;
      if ('error' in books) {
        counts[environment] = 'cannot be opened';
        return;
      }
      try {
        counts[environment] = { ...books.archive.search.counts(), bytes: lookAtOwn(file)?.size };
        settings[environment] = environmentSettings(books.archive);
      } catch {
        counts[environment] = 'cannot be read';
      } finally {
        books.archive.close();
      }
    });
  }
  return { counts, settings };
}

function environmentSettings({ settings }: Archive) {
  const { read } = settings;
  const network = createNetworkSettings({ read, write: () => fail('internal') }).read();
  const address = read(gatewayAddress);
  return {
    proxy: network.proxy,
    hasProxyUser: network.user !== undefined,
    authorities: network.authorities.length,
    gateway: address === undefined || address === null ? 'of the profile' : new URL(address).origin,
    gatewayVersion: read(gatewayVersion) ?? 'of the profile',
  };
}
