import { describe, expect, it } from 'vitest';
import { createMachineAlarms } from '../../../main/app/terminal/machine-alarms.ts';
import { createSettings } from '../../../main/books/ledger/database/settings.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { found } from '../../../shared/diagnosis.ts';
import { describeAlarm } from '../../../shared/words/alarms.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** Returns the alarms of a machine whose disk and folder are as the test says. */
function machine() {
  const state = {
    free: 50,
    folder: 'folder-private' as 'folder-private' | 'folder-synced' | 'folder-network',
  };
  const clock = new FakeClock();
  const alarms = createMachineAlarms({
    context: {
      clock,
      folder: '/shop',
      policy: { state: 'none', file: '', authorities: [] },
      safeMode: undefined,
      settings: createSettings(openIntegrationStore(':memory:')),
    },
    devices: { trouble: () => undefined, printTrouble: () => undefined },
    guard: { alteration: undefined },
    updateAlarms: () => [],
    probes: {
      disk: () => {
        const facts = { free: String(state.free) };
        return found(state.free < 0.2 ? 'disk-full' : state.free < 2 ? 'disk-short' : 'disk-room', facts);
      },
      folder: () => found(state.folder, { folder: '/shop' }),
    },
  });
  return { state, clock, alarms };
}

describe('the machine needs a person', () => {
  it('before its disk is full, and more urgently when sales may fail', async () => {
    const { state, clock, alarms } = machine();
    expect(alarms()).toEqual([]);
    state.free = 1.4;
    await clock.advance(30_000);
    const [short] = alarms();
    expect(short).toEqual({ kind: 'disk', level: 'amber', why: 'short', free: '1.4' });
    expect(short && describeAlarm(short, 'en').says).toBe('Only 1.4 GB are free on the disk of the records.');
    state.free = 0.1;
    await clock.advance(30_000);
    expect(alarms()).toMatchObject([{ kind: 'disk', level: 'red', why: 'full' }]);
    state.free = 50;
    await clock.advance(30_000);
    expect(alarms()).toEqual([]);
  });

  it.each(['synced', 'network'] as const)('while its records are in a folder that is %s', (why) => {
    const { state, alarms } = machine();
    state.folder = `folder-${why}`;
    expect(alarms()).toEqual([{ kind: 'folder', level: 'red', why }]);
  });
});
