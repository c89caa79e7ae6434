import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { settingKey } from '../../../main/base/platform/settings.ts';
import { commitsOfOthers } from '../../../main/books/ledger/database/database.ts';
import { createSettings } from '../../../main/books/ledger/database/settings.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { watchOutsideChanges } from '../../../main/integration/store/outside-changes.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { newFolder } from '../../support/khatm.ts';

test('what another program writes is told once; what this one writes is not', async () => {
  const file = path.join(newFolder('outside'), 'integration.db');
  const ownStore = openIntegrationStore(file);
  const webhooks = settingKey('webhooks', z.unknown());
  const inbound = settingKey('inbound', z.unknown());
  const other = openIntegrationStore(file);
  const clock = new FakeClock();
  let told = 0;
  const stop = watchOutsideChanges(
    () => commitsOfOthers(ownStore),
    clock,
    () => {
      told += 1;
    },
  );
  try {
    createSettings(ownStore).write(webhooks, { mine: true });
    await clock.advance(10_000);
    expect(told).toBe(0);
    createSettings(other).write(webhooks, { mine: false });
    createSettings(other).write(inbound, {});
    await clock.advance(10_000);
    expect(told).toBe(1);
    stop();
    createSettings(other).write(webhooks, { mine: true });
    await clock.advance(10_000);
    expect(told).toBe(1);
  } finally {
    ownStore.close();
    other.close();
  }
});
