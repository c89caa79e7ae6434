import path from 'node:path';
import { found, type StepResult } from '../../../shared/diagnosis.ts';
import { fail } from '../../../shared/failure.ts';
import { type ApiSettings, apiSetting } from '../../../shared/stored/settings/integration.ts';
import { opens } from '../../base/network/reach.ts';
import { copyOwn, isOwnThere } from '../../base/platform/files/own-files.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { createSettings } from '../../books/ledger/database/settings.ts';
import { isLocked } from '../../books/ledger/queue/process-lock.ts';
import { openIntegrationStore, readIntegrationStore } from '../../integration/store/integration-store.ts';
import { createEndpointRows, toEndpoint } from '../../integration/webhooks/endpoint-rows.ts';
import { createWebhookAlarms } from '../../integration/webhooks/webhook-alarms.ts';
import { integrationFile } from '../environment/integrations.ts';
import { leaderLockFile } from '../environment/leader-lock.ts';

/**
 * Checks that other programs are served as the settings say, and that receivers take their events.
 * @param folder of the environment
 * @param scratch a folder for copies; its owner removes it
 * @param now milliseconds since 1970
 */
export async function probePrograms(folder: string, scratch: string, now: number): Promise<StepResult[]> {
  const file = path.join(folder, integrationFile);
  if (!isOwnThere(file)) return [found('programs-off'), found('webhooks-none')];
  try {
    const { api, webhooks } = readStore(file, path.join(scratch, integrationFile), now);
    return [await probeApi(folder, api), webhooks];
  } catch {
    return [found('programs-damaged'), found('webhooks-none')];
  }
}

async function probeApi(folder: string, api: ApiSettings): Promise<StepResult> {
  if (!api.enabled) return found('programs-off');
  const { port } = api;
  if (await opens({ host: '127.0.0.1', port })) return found('programs-served', { port });
  return isLocked(path.join(folder, leaderLockFile))
    ? found('programs-not-served', { port })
    : found('programs-closed');
}

/** Looks for receivers that take nothing, and for events that were given up. */
function probeWebhooks(database: Database, now: number): StepResult {
  const receivers = createEndpointRows(database).all().map(toEndpoint);
  if (receivers.length === 0) return found('webhooks-none');
  const alarms = createWebhookAlarms(database, () => receivers)(now);
  const of = (...kinds: string[]) =>
    alarms.flatMap((alarm) => (alarm.kind === 'webhook' && kinds.includes(alarm.why) ? [alarm] : []));
  const facts = (found: ReturnType<typeof of>) => ({
    receivers: [...new Set(found.map(({ receiver }) => receiver))].join(', '),
    count: found.reduce((sum, { count }) => sum + count, 0),
  });
  const givenUp = of('given-up');
  if (givenUp.length > 0) return found('webhooks-given-up', facts(givenUp));
  const failing = of('failing', 'gone');
  return failing.length > 0 ? found('webhooks-failing', facts(failing)) : found('webhooks-taken');
}

function readStore(file: string, copy: string, now: number): { api: ApiSettings; webhooks: StepResult } {
  // A database that no program has open is read in a copy, since SQLite creates files beside a database that it reads.
  const isOpen = ['-wal', '-shm'].every((ending) => isOwnThere(file + ending));
  if (!isOpen) for (const ending of ['', '-wal']) copyOwn(file + ending, copy + ending);
  const database = isOpen ? readIntegrationStore(file) : openIntegrationStore(copy);
  if (database === undefined) return { api: apiSetting.initial, webhooks: found('webhooks-none') };
  try {
    const settings = createSettings(database);
    if (settings.unreadable().length > 0) fail('stored-unreadable');
    return { api: settings.read(apiSetting), webhooks: probeWebhooks(database, now) };
  } finally {
    database.close();
  }
}
