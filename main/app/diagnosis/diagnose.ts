import path from 'node:path';
import type { Need } from '../../../shared/alarm.ts';
import { type Diagnosis, diagnosisSteps, found, type StepResult } from '../../../shared/diagnosis.ts';
import { fail } from '../../../shared/failure.ts';
import type { Environment } from '../../../shared/status.ts';
import { needsSetting } from '../../../shared/stored/settings/environment.ts';
import { devicesSetting, ownPrintersSetting } from '../../../shared/stored/settings/terminal.ts';
import type { GatewayWay } from '../../../shared/stored/vault/entries.ts';
import { createNetwork, type Network } from '../../base/network/network.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { inScratch } from '../../base/platform/files/own-files.ts';
import type { Settings } from '../../base/platform/settings.ts';
import type { LockableVault } from '../../base/vault/lockable-vault.ts';
import type { Archive } from '../../books/ledger/ledger.ts';
import { authorityProfile } from '../../gateway/profile.ts';
import { isSameWay, keptWay, statedWay } from '../../sending/credential/gateway-way.ts';
import { addressOf } from '../environment/gateway-settings.ts';
import type { EnvironmentOptions } from '../environment/options.ts';
import { type Books, openBooks } from './books.ts';
import { ledgerTrouble, probeCertificate, probeEnd, probeLedger, probeReports } from './probe-books.ts';
import { probeDevices } from './probe-devices.ts';
import { probeDisk, probeFolder } from './probe-folder.ts';
import { probeGateway } from './probe-gateway.ts';
import { probeIssuing } from './probe-issuing.ts';
import { probePrograms } from './probe-programs.ts';
import { probeUpdate } from './probe-update.ts';

export interface DiagnosisOptions
  extends Pick<EnvironmentOptions, 'environment' | 'version' | 'safeMode' | 'resolveProxy' | 'policy'> {
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly settings: Pick<Settings, 'read' | 'unreadable'>;
  /** The file of the terminal's settings, if it is damaged; `settings` are then those of a new one. */
  readonly damagedSettings?: string | undefined;
  /** The name of the system's printer that is chosen. */
  readonly printer: string | undefined;
  /** Returns the names of the system's printers; omitted if there is no window to ask. */
  readonly printers?: (() => Promise<readonly string[]>) | undefined;
  /** The vault, after an attempt to open it; undefined when there is none yet. */
  readonly vault: Pick<LockableVault, 'isOpen' | 'failure' | 'store'> | undefined;
}

/**
 * Examines one environment and its machine step by step. It reads the files directly, so it works even when the
 * terminal cannot open, and while another program is selling. It changes nothing, and never rejects.
 */
export function diagnose(options: DiagnosisOptions): Promise<Diagnosis> {
  const { folder, environment, clock } = options;
  return inScratch(async (scratch) => {
    const environmentFolder = path.join(folder, environment);
    const books = await openBooks(path.join(environmentFolder, 'ledger.db'), environment, scratch);
    try {
      const results = [
        ...machineSteps(options),
        ...(await bookSteps(options, books)),
        vaultStep(options.vault),
        ...(await gatewaySteps(options, books)),
        ...(await deviceSteps(options)),
        ...(await probePrograms(environmentFolder, scratch, clock.now())),
      ];
      const steps = results.toSorted((a, b) => place(a) - place(b));
      return { at: new Date(clock.now()).toISOString(), environment, steps, needs: needsOf(books) };
    } finally {
      if (books !== undefined && 'archive' in books) books.archive.close();
    }
  });
}

/** Returns what needed a person when the program that leads the folder last looked. */
function needsOf(books: Books): Need[] {
  if (books === undefined || 'error' in books) return [];
  const { settings } = books.archive;
  return settings.unreadable().length === 0 ? [...settings.read(needsSetting)] : [];
}

const place = ({ step }: StepResult) => diagnosisSteps.indexOf(step);

function machineSteps({ folder, version, policy, safeMode }: DiagnosisOptions): StepResult[] {
  const { file, why = '' } = policy;
  return [
    found(safeMode === undefined ? 'version-known' : 'version-safe', {
      version,
      system: `${process.platform} ${process.arch}`,
    }),
    found(`policy-${policy.state}`, policy.state === 'broken' ? { file, why } : { file }),
    probeUpdate(folder),
    probeDisk(folder),
    probeFolder(folder),
  ];
}

/** Compares the settings of the way to the authority with those in the vault, which are the ones that count. */
async function waySettingsStep(
  options: DiagnosisOptions,
  { settings }: Archive,
): Promise<StepResult | undefined> {
  const { environment } = options;
  const way = environment === 'training' ? undefined : await wayOf(options);
  if (environment === 'training' || way === undefined) return undefined;
  const stated = statedWay(settings, authorityProfile.addresses[environment]);
  return isSameWay(stated, way) ? undefined : found('settings-edited');
}

function settingsStep(damaged: string | undefined, ...all: DiagnosisOptions['settings'][]): StepResult {
  if (damaged !== undefined) return found('settings-damaged', { file: damaged });
  const names = all.flatMap((settings) => settings.unreadable()).map(({ name }) => name);
  return names.length === 0
    ? found('settings-read')
    : found('settings-unreadable', { names: names.join(', ') });
}

async function bookSteps(options: DiagnosisOptions, books: Books): Promise<StepResult[]> {
  const { folder, environment, clock, vault, settings, damagedSettings } = options;
  if (books === undefined) {
    // If there are secrets but no ledger, there was a ledger once.
    const isLost = environment !== 'training' && vault !== undefined && (await hadPair(vault, environment));
    return [
      found(isLost ? 'ledger-lost' : 'ledger-none'),
      found('end-unknown'),
      found('certificate-none'),
      settingsStep(damagedSettings, settings),
    ];
  }
  if ('error' in books)
    return [ledgerTrouble(books.error), found('end-unknown'), settingsStep(damagedSettings, settings)];
  const { archive } = books;
  const file = path.join(folder, environment, 'ledger.db');
  const steps = [
    () => probeLedger(archive),
    async () => probeReports(archive, clock.now()),
    () => probeEnd(archive, { data: folder, environment, file }),
    () => probeCertificate(archive, clock.now()),
    () => probeIssuing(archive, { data: folder, secrets: vault?.isOpen ? vault.store : undefined }),
    async () =>
      (await waySettingsStep(options, archive)) ?? settingsStep(damagedSettings, settings, archive.settings),
  ];
  const results: StepResult[] = [];
  for (const step of steps) {
    try {
      results.push(await step());
    } catch (error) {
      // A damaged page is found wherever it is read first.
      results.push(ledgerTrouble(error));
      break;
    }
  }
  return results;
}

/** Returns true if a vault has a production pair; also if it cannot be read. */
async function hadPair({ isOpen, store }: NonNullable<DiagnosisOptions['vault']>, environment: Environment) {
  return !isOpen || store.has(`${environment}/production/`);
}

function vaultStep(vault: DiagnosisOptions['vault']): StepResult {
  if (vault === undefined) return found('vault-none');
  if (vault.isOpen) return found('vault-open');
  if (vault.failure?.code === 'vault-locked') return found('vault-locked');
  return found('vault-unavailable', { why: String(vault.failure?.detail?.why ?? 'unknown') });
}

async function gatewaySteps(options: DiagnosisOptions, books: Books): Promise<StepResult[]> {
  const { environment, clock } = options;
  const settings = books !== undefined && 'archive' in books ? books.archive.settings : unwritten;
  const now = () => clock.now();
  if (environment === 'training')
    return probeGateway({ address: undefined, network: networkOf(options, settings), now });
  const network = networkOf(options, settings);
  const way = await wayOf(options);
  if (way === undefined)
    return probeGateway({ address: addressOf({ environment, settings }, undefined), network, now });
  const { address, authorities, ...choice } = way;
  return probeGateway({ address, network: network.via({ ...choice, certificates: authorities }), now });
}

/** Returns the way on which the pairs are sent, which the vault keeps with them; undefined if there is none, or the vault is not open. */
async function wayOf({ vault, environment }: DiagnosisOptions): Promise<GatewayWay | undefined> {
  return vault?.isOpen ? keptWay(vault.store, environment).catch(() => undefined) : undefined;
}

/** The settings of a ledger that cannot be read: every one has its default. */
const unwritten: DiagnosisOptions['settings'] = { read: ({ initial }) => initial, unreadable: () => [] };

function networkOf(
  { environment, vault, policy, resolveProxy }: DiagnosisOptions,
  { read }: Pick<Settings, 'read'>,
): Network {
  return createNetwork({
    settings: { read, write: () => fail('internal') },
    secrets: vault?.store ?? noSecrets,
    passwordName: `${environment}/network/proxy`,
    policy,
    fetch: globalThis.fetch,
    resolveProxy,
  });
}

const noSecrets = {
  get: async () => undefined,
  has: async () => false,
  set: async () => fail('internal'),
  delete: async () => fail('internal'),
};

async function deviceSteps({ settings, printer, printers }: DiagnosisOptions): Promise<StepResult[]> {
  return probeDevices({
    devices: settings.read(devicesSetting),
    ownPrinters: settings.read(ownPrintersSetting),
    printer,
    printers,
  });
}
