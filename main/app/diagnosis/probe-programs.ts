import path from 'node:path';
import { found, type StepResult } from '../../../shared/diagnosis.ts';
import { fail } from '../../../shared/failure.ts';
import { type ApiSettings, apiSetting } from '../../../shared/stored/settings/integration.ts';
import { opens } from '../../base/network/reach.ts';
import { copyOwn, isOwnThere } from '../../base/platform/files/own-files.ts';
import { createSettings } from '../../books/ledger/database/settings.ts';
import { isLocked } from '../../books/ledger/queue/process-lock.ts';
import { openIntegrationStore, readIntegrationStore } from '../../integration/store/integration-store.ts';
import { integrationFile } from '../environment/integrations.ts';
import { leaderLockFile } from '../environment/leader-lock.ts';

/**
 * Checks that other programs are served as the settings say.
 * @param folder of the environment
 * @param scratch a folder for copies; its owner removes it
 */
export async function probePrograms(folder: string, scratch: string): Promise<StepResult> {
  const file = path.join(folder, integrationFile);
  if (!isOwnThere(file)) return found('programs-off');
  let api: ApiSettings;
  try {
    api = readApi(file, path.join(scratch, integrationFile));
  } catch {
    return found('programs-damaged');
  }
  if (!api.enabled) return found('programs-off');
  const { port } = api;
  if (await opens({ host: '127.0.0.1', port })) return found('programs-served', { port });
  return isLocked(path.join(folder, leaderLockFile))
    ? found('programs-not-served', { port })
    : found('programs-closed');
}

function readApi(file: string, copy: string): ApiSettings {
  // A database that no program has open is read in a copy, since SQLite creates files beside a database that it reads.
  const isOpen = ['-wal', '-shm'].every((ending) => isOwnThere(file + ending));
  if (!isOpen) for (const ending of ['', '-wal']) copyOwn(file + ending, copy + ending);
  const database = isOpen ? readIntegrationStore(file) : openIntegrationStore(copy);
  if (database === undefined) return apiSetting.initial;
  try {
    const settings = createSettings(database);
    return settings.unreadable().length === 0 ? settings.read(apiSetting) : fail('stored-unreadable');
  } finally {
    database.close();
  }
}
