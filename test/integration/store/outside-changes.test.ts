import path from 'node:path';
import { expect, test } from 'vitest';
import { commitsOfOthers } from '../../../main/books/ledger/database/database.ts';
import { createSettings } from '../../../main/books/ledger/database/settings.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { watchOutsideChanges } from '../../../main/integration/store/outside-changes.ts';
import { dropFolderSetting, inboundSetting } from '../../../shared/stored/settings/integration.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { newFolder } from '../../support/khatm.ts';

test('what another program writes is told once; what this one writes is not', async () => {
  const file = path.join(newFolder('outside'), 'integration.db');
  const ownStore = openIntegrationStore(file);
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
    createSettings(ownStore).write(dropFolderSetting, { enabled: true });
    await clock.advance(10_000);
    expect(told).toBe(0);
    createSettings(other).write(dropFolderSetting, { enabled: false });
    createSettings(other).write(inboundSetting, inboundSetting.initial);
    await clock.advance(10_000);
    expect(told).toBe(1);
    stop();
    createSettings(other).write(dropFolderSetting, { enabled: true });
    await clock.advance(10_000);
    expect(told).toBe(1);
  } finally {
    ownStore.close();
    other.close();
  }
});
