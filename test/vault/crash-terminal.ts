import { openTerminal } from '../../main/terminal/terminal.ts';

/* `crash-terminal.ts FOLDER`: a terminal that is ready to sell, its secrets in memory, and dies of a defect. */

const [folder = ''] = process.argv.slice(2);
const terminal = await openTerminal({ folder, version: '0' });
await terminal.ready();
setImmediate(() => {
  throw new Error('a defect');
});
