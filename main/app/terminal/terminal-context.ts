import {
  devicesSetting,
  kioskSetting,
  languageSetting,
  lastPolicySetting,
  noDevices,
  ownPrintersSetting,
  printingSetting,
} from '../../../shared/stored/settings/terminal.ts';
import { systemClock } from '../../base/platform/clock.ts';
import { failureOf } from '../../base/platform/dispatch.ts';
import { makeFolder } from '../../base/platform/files/make-folder.ts';
import { makePrivate } from '../../base/platform/files/private-files.ts';
import { isForAllUsers, stateFolderOf } from '../../base/platform/folders/data-folder.ts';
import { makeLogFolder } from '../../base/platform/folders/log-folder.ts';
import { refuseMovedFolder } from '../../base/platform/folders/moved-folder.ts';
import { type Logger, openLog } from '../../base/platform/log.ts';
import { type Policy, policyFile, readPolicy } from '../../base/platform/policy/read-policy.ts';
import { type FixedSetting, fixedSetting, underPolicy } from '../../base/platform/policy/under-policy.ts';
import { Revisions } from '../../base/platform/revisions.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { createSettings } from '../../books/ledger/database/settings.ts';
import { handOverRule } from '../../gateway/hand-over-setting.ts';
import { settleRestores } from '../environment/backups/restore-ledger.ts';
import { EventStream } from './event-stream.ts';
import type { TerminalOptions } from './options.ts';
import { openTerminalDatabase } from './terminal-database.ts';

/**
 * Makes the context. Each run of a program leaves a line of the log at its start and at its end, so that one that vanished
 * is seen. @throws FailureError when the folder cannot be used or terminal.db cannot be opened
 */
export async function openTerminalContext(options: TerminalOptions) {
  const { folder, version } = options;
  refuseMovedFolder(folder);
  makeFolder(folder);
  const logFolder = makeLogFolder(folder);
  const log = openLog(logFolder);
  log.info({ version }, 'start');
  try {
    return await openContext(options, log, logFolder);
  } catch (error) {
    log.info('end');
    throw error;
  }
}

async function openContext(options: TerminalOptions, log: Logger, logFolder: string) {
  const {
    folder,
    version,
    safeMode,
    clock = systemClock,
    fetch = globalThis.fetch,
    random = Math.random,
  } = options;
  if (options.staysOwn !== undefined)
    log.warn({ why: options.staysOwn }, 'the folder for all users is not used');
  // For the folder for all users, the administrator has decided who may enter.
  if (!isForAllUsers(folder))
    await makePrivate(folder, {
      // Programs of other users may use the drop folders, and Chromium protects its own folder.
      isShared: (name) => /^[^/]+\/drop$|^window\/./.test(name),
      onError: (error) => log.warn({ err: error }, 'not made private'),
    });
  await settleRestores(folder);
  const database = openUnmoved(folder);
  const ownSettings = createSettings(database);
  const policy = readPolicy(options.policyFile ?? policyFile(process.platform, process.env), {
    read: () => ownSettings.read(lastPolicySetting) ?? undefined,
    write(text) {
      if ((ownSettings.read(lastPolicySetting) ?? undefined) !== text)
        ownSettings.write(lastPolicySetting, text ?? null);
    },
  });
  logStart(log, policy, options);
  const underIt = underPolicy(ownSettings, settingsOf(policy));
  const settings = safeMode === undefined ? underIt : underPolicy(underIt, atRest, 'safe-mode');
  const revisions = new Revisions();
  const report = (doing: string) => (error: unknown) => failureOf(error, log, doing);
  return {
    /** The folder of the terminal; see `TerminalOptions`. */
    folder,
    logFolder,
    stateFolder: options.stateFolder ?? stateFolderOf(folder),
    version,
    trainingOnly: options.trainingOnly === true,
    clock,
    /** Returns a number evenly from [0, 1). */
    random,
    fetch,
    log,
    // A getter, because the inferred type would need a name of the library.
    get database(): Database {
      return database;
    },
    /** The settings of the terminal, under the policy. */
    settings,
    /** The settings of the machine's administrator. */
    policy,
    /** The reason why devices, other programs and the head office's feed rest; undefined normally. */
    safeMode,
    language: () => settings.read(languageSetting),
    /** Returns the manager's interpretation of the rule for uncleared invoices. */
    handOver: () => handOverRule(settings),
    cardTerminal: () => settings.read(devicesSetting).card,
    revisions,
    events: new EventStream(clock, revisions),
    /** Returns a function that logs an error of work that nobody waits for. */
    report,
    /** Logs an error of work that nobody waits for: it stops neither the program nor the work after it. */
    quietly<T>(doing: string, work: () => T): T | undefined {
      try {
        return work();
      } catch (error) {
        report(doing)(error);
        return undefined;
      }
    },
  };
}

export type TerminalContext = Awaited<ReturnType<typeof openTerminalContext>>;

function logStart(log: Logger, policy: Policy, { stoppedBefore, safeMode }: TerminalOptions): void {
  if (policy.state === 'broken') log.warn({ problems: policy.problems?.length }, 'policy cannot be used');
  if (stoppedBefore !== undefined) {
    const { cause, at, stack } = stoppedBefore;
    log.error({ doing: cause, at, err: { type: 'Error', stack } }, 'stopped by itself');
  }
  if (safeMode !== undefined) log.warn({ why: safeMode }, 'safe mode');
}

/** The settings in safe mode: no device is used, and nothing is printed automatically. */
const atRest: readonly FixedSetting[] = [
  ...fixedSetting(devicesSetting, true, () => noDevices),
  ...fixedSetting(ownPrintersSetting, true, () => ({})),
  ...fixedSetting(printingSetting, true, (printing) => ({ ...printing, autoPrint: false })),
];

/** Returns the settings of the printers and of the window that a policy sets. */
function settingsOf({ printers, kiosk }: Policy): FixedSetting[] {
  const { receipt, system, paper } = printers ?? {};
  return [
    ...fixedSetting(kioskSetting, kiosk, () => kiosk === true),
    ...fixedSetting(devicesSetting, receipt, (devices) => ({
      ...devices,
      ...(receipt && { printer: receipt }),
    })),
    ...fixedSetting(printingSetting, system ?? paper, (printing) => ({
      ...printing,
      ...(system !== undefined && { printer: system }),
      ...(paper !== undefined && { paper }),
    })),
  ];
}

/** Notices a move that ended during this start; from here on the open database prevents another. */
function openUnmoved(folder: string): Database {
  const database = openTerminalDatabase(folder);
  try {
    refuseMovedFolder(folder);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}
