import path from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { type Diagnosis, mends } from '../../../shared/diagnosis.ts';
import type { Environment } from '../../../shared/status.ts';
import { printingSetting } from '../../../shared/stored/settings/terminal.ts';
import { systemClock } from '../../base/platform/clock.ts';
import { inScratch, isOwnThere, namesInOwn } from '../../base/platform/files/own-files.ts';
import { logFolderOf } from '../../base/platform/folders/log-folder.ts';
import { policyFile, readPolicy } from '../../base/platform/policy/read-policy.ts';
import { createSettings } from '../../books/ledger/database/settings.ts';
import { diagnosisLines, writeBundle } from '../diagnosis/bundle.ts';
import { type DiagnosisOptions, diagnose } from '../diagnosis/diagnose.ts';
import { trainingPassphrase } from '../environment/credentials/training.ts';
import { openVaults } from '../terminal/environment-vaults.ts';
import { openTerminalDatabase } from '../terminal/terminal-database.ts';
import { terminalIdentity } from '../terminal/terminal-identity.ts';
import { warnOfOpen } from './files.ts';
import { copyOfTerminal, lookUpEnvironment } from './look-up-environment.ts';
import { needLine } from './need-line.ts';

interface DiagnoseOptions {
  data: string;
  env?: Environment;
  json?: boolean;
  bundle?: string;
}

/** `khatm diagnose`: prints numbered steps, their meaning and what to do. The exit code is 1 if a step failed. */
export async function diagnoseHere(options: DiagnoseOptions): Promise<void> {
  const { bundle, data } = options;
  if (bundle !== undefined) {
    const { bytes, isOpenToAll } = await withTerminal(options, (facts) =>
      writeBundle(path.resolve(bundle), { ...facts, logFolder: logFolderOf(path.resolve(data)) }),
    );
    console.log(`${bundle}: ${bytes} bytes`);
    warnOfOpen(path.dirname(bundle), isOpenToAll);
    return;
  }
  const diagnosis = await withTerminal(options, diagnose);
  if (options.json === true) console.log(JSON.stringify(diagnosis));
  else for (const line of linesOf(diagnosis, data)) console.log(line);
  if (diagnosis.steps.some(({ state }) => state === 'failed')) process.exitCode = 1;
}

/** Reads the facts that a diagnosis needs about a terminal that may be unable to open. */
function withTerminal<T>(
  { data, env }: DiagnoseOptions,
  work: (facts: DiagnosisOptions) => Promise<T>,
): Promise<T> {
  return inScratch(async (scratch) => {
    const environment = await lookUpEnvironment({ data, ...(env && { env }) }, scratch);
    // The settings are read from a copy: opening the original could repair a fault that a person should see.
    const copy = copyOfTerminal(data, scratch);
    const database = openTerminalDatabase(copy);
    // Opening puts a damaged file aside.
    const isDamaged = namesInOwn(copy).some((name) => name.includes('.damaged-'));
    try {
      const settings = createSettings(database);
      return await work({
        folder: path.resolve(data),
        environment,
        version: manifest.version,
        clock: systemClock,
        settings,
        ...(isDamaged && { damagedSettings: path.resolve(data, 'terminal.db') }),
        printer: settings.read(printingSetting).printer,
        vault: await vaultHere(path.join(data, environment), environment, terminalIdentity(data, settings)),
        policy: readPolicy(policyFile(process.platform, process.env)),
      });
    } finally {
      database.close();
    }
  });
}

/** Opens the vault if that needs nobody at the keyboard; undefined if there is none, since none may be made. */
async function vaultHere(
  folder: string,
  environment: Environment,
  identity: ReturnType<typeof terminalIdentity>,
) {
  if (!['vault.json', 'secrets.json'].some((name) => isOwnThere(path.join(folder, name)))) return undefined;
  const passphrase = environment === 'training' ? trainingPassphrase : process.env.KHATM_PASSPHRASE;
  const vault = openVaults({
    identity: { ...identity, note: () => undefined },
    passphrase: passphrase || undefined,
  }).create(environment, folder);
  await vault.open().catch(() => undefined);
  return vault;
}

function linesOf(diagnosis: Diagnosis, data: string): string[] {
  const commands = diagnosis.steps.flatMap(({ finding }) => mends[finding]?.command ?? []);
  return [
    ...diagnosisLines(diagnosis),
    ...(diagnosis.needs.length === 0 ? [] : ['', 'What needs a person:']),
    ...diagnosis.needs.map((need) => `    ${needLine(need)}`),
    ...(commands.length === 0 ? [] : ['', 'Commands that may help:']),
    ...new Set(commands.map((command) => `    ${command.replace('DIR', data)}`)),
  ];
}
