import path from 'node:path';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { createSettings } from '../../../main/books/ledger/database/settings.ts';
import { createDropFolder } from '../../../main/integration/drop-folder/drop-folder.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { openTill } from '../till.ts';

/* A terminal that only reads its drop folder, as fast as possible, until the folder is empty. */

const [root = ''] = process.argv.slice(2);
const till = openTill(path.join(root, 'ledger.db'), systemClock);
const database = openIntegrationStore(path.join(root, 'integration.db'));
const drop = createDropFolder({
  database,
  settings: createSettings(database),
  clock: systemClock,
  ledger: till.ledger,
  intake: till.intake,
  onBatch: () => undefined,
  onChange: () => undefined,
  issue: (sale) => {
    const issued = till.issue(sale);
    console.log('issued');
    return issued;
  },
  defaultFolder: path.join(root, 'drop'),
  dataFolder: root,
  onError: (error) => console.error(error),
});
await drop.set({ enabled: true });
while (drop.status().waiting > 0) await drop.look();
await drop.stop();
database.close();
till.ledger.close();
