import { openTerminal } from '../../../main/app/terminal/terminal.ts';

/* `crash-terminal.ts FOLDER` opens a terminal that is ready to sell, with its secrets in memory, and crashes. */

const [folder = ''] = process.argv.slice(2);
const terminal = await openTerminal({ folder, version: '0' });
await terminal.ready();
setImmediate(() => {
  throw new Error('a defect');
});
