import process from 'node:process';
import { openTerminal } from '../../../main/app/terminal/terminal.ts';

/* A terminal whose screen another process plays. It runs until that process disconnects. */

interface Call {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}

const [, , folder = ''] = process.argv;
const terminal = await openTerminal({ folder, version: '0', sends: 'all' });
await terminal.ready();
process.on('message', ({ id, name, input }: Call) => {
  void terminal.callFromScreen(name, input).then((answer) => process.send?.({ id, answer }));
});
process.on('disconnect', () => void terminal.close());
process.send?.({ id: 0 });
