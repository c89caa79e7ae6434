import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRollbackGuard } from '../../../../main/app/environment/guards/rollback-guard.ts';
import { type Ledger, openLedger } from '../../../../main/books/ledger/ledger.ts';
import {
  checkHeadMarker,
  headMarkerOf,
  openHeadMarker,
} from '../../../../main/books/ledger/witness/head-marker.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { memorySecrets } from '../../../support/memory-secrets.ts';
import { newEntry } from '../sample.ts';
import { failing, testFolder, testLedger } from '../support.ts';

/** Creates a ledger with a first document and the marker of its newest document. */
function shop() {
  const file = path.join(testFolder(), 'ledger.db');
  const ledger = testLedger(file);
  const note = openHeadMarker(headMarkerOf(file), ledger);
  onTestFinished(() => note.close());
  const issue = () => {
    ledger.chain.append(newEntry());
    note.write();
  };
  issue();
  return { file, ledger, note, issue };
}

/** Copies the current state into a separate file. */
async function copyOf(ledger: Ledger): Promise<Ledger> {
  const file = path.join(testFolder(), 'ledger.db');
  await ledger.copyTo(file);
  return testLedger(file);
}

describe('the note of how far a ledger had come', () => {
  it('finds an older copy, however short the time since', async () => {
    const { file, ledger, issue } = shop();
    const older = await copyOf(ledger);
    issue();
    expect(() => checkHeadMarker(headMarkerOf(file), ledger)).not.toThrow();
    expect(() => checkHeadMarker(headMarkerOf(file), older)).toThrow(
      expect.objectContaining({
        failure: { code: 'ledger-old', detail: { icv: 1, witnessIcv: 2 } },
      }),
    );
  });

  it('finds a copy that went on by itself', async () => {
    const { file, ledger, issue } = shop();
    const fork = await copyOf(ledger);
    issue();
    fork.chain.append(newEntry());
    fork.chain.append(newEntry());
    expect(() => checkHeadMarker(headMarkerOf(file), fork)).toThrow(failing('ledger-forked') as Error);
  });

  it('never goes back, whichever process writes last', async () => {
    const { file, ledger, issue } = shop();
    const older = await copyOf(ledger);
    const slow = openHeadMarker(headMarkerOf(file), older); // This one read the head before the other one issued a document.
    issue();
    slow.write();
    expect(() => checkHeadMarker(headMarkerOf(file), older)).toThrow(failing('ledger-old') as Error);
    slow.close();
  });

  it('that is gone, cut, or of another ledger says nothing', async () => {
    const { file, ledger } = shop();
    const note = headMarkerOf(file);
    expect(() => checkHeadMarker(note, testLedger())).not.toThrow();
    for (const text of ['', '{', '{"ledger":"x"}', '\0'.repeat(256)]) {
      writeFileSync(note, text);
      expect(() => checkHeadMarker(note, ledger)).not.toThrow();
    }
    expect(() => checkHeadMarker(path.join(testFolder(), 'none'), ledger)).not.toThrow();
  });
});

it('an older copy is refused even where nothing was witnessed yet when the program was killed', async () => {
  const folder = testFolder();
  const [file, older] = [path.join(folder, 'ledger.db'), path.join(folder, 'older.db')];
  const vault = memorySecrets();
  const stateFolder = testFolder();
  const clock = new FakeClock();
  const historyOf = (ledger: Ledger) => {
    const guard = createRollbackGuard({
      ledger,
      vault,
      home: { folder, stateFolder },
      markerFile: headMarkerOf(file),
      clock,
      onChange: () => {},
    });
    onTestFinished(() => guard.stop());
    return guard;
  };
  const issue = (ledger: Ledger, history: ReturnType<typeof historyOf>) => {
    ledger.chain.append(newEntry());
    history.touch();
  };

  const ledger = testLedger(file);
  const history = historyOf(ledger);
  await history.check();
  issue(ledger, history);
  await clock.advance(2_000); // The witness is written now.
  issue(ledger, history);
  await ledger.copyTo(older);
  issue(ledger, history);
  // The process is killed now, before the ledger is closed and the witness is written, and the copy replaces it.
  copyFileSync(older, path.join(folder, 'put-back.db'));
  const putBack = openLedger(path.join(folder, 'put-back.db'), { environment: 'training' });
  await expect(historyOf(putBack).check()).rejects.toEqual(failing('ledger-old'));
  putBack.close();
});
