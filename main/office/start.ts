import { FailureError } from '../../shared/failure.ts';
import { archiveCommand } from './archive/archive-commands.ts';
import { backUp, printBackupKey, restore } from './commands/copy-office.ts';
import { withOrderContext } from './commands/open-context.ts';
import { printCheck } from './commands/print-check.ts';
import { printCode } from './commands/print-code.ts';
import { printOwnersLink } from './commands/print-owners-link.ts';
import { parseCommand, usage } from './commands/usage.ts';
import { onboardCommand } from './onboarding/onboard-commands.ts';
import { orderCommand, ordersCommand, releaseCommand, stopCommand } from './orders/order-commands.ts';
import type { OrderContext } from './orders/orders.ts';
import { serve } from './serve/serve.ts';
import { serveDemo } from './serve/serve-demo.ts';

/*
 * `npm run office`: the head office. With DATABASE_URL, any number of processes may use one database; otherwise
 * it runs its own PostgreSQL in `--data`. `add-till` prints the code that enrols a till, once; `check` looks for rows
 * that were removed or changed.
 */

const contextCommands: Readonly<Record<string, (context: OrderContext, args: string[]) => Promise<void>>> = {
  order: orderCommand,
  orders: ordersCommand,
  stop: stopCommand,
  release: releaseCommand,
  onboard: onboardCommand,
  archive: archiveCommand,
};

try {
  const [, , name = '', ...args] = process.argv;
  const contextCommand = contextCommands[name];
  if (contextCommand === undefined) await run();
  else await withOrderContext(args, (context) => contextCommand(context, args));
} catch (error) {
  const why = error instanceof FailureError ? (error.failure.detail?.why ?? error.failure.code) : undefined;
  console.error(`office: ${why ?? (error instanceof Error ? error.message : error)}`);
  process.exit(2);
}

async function run(): Promise<void> {
  const { values, positionals } = parseCommand();
  const [command, ...more] = positionals;
  if (more.length > 0) throw new TypeError(usage);
  if (command === undefined) await (values.demo ? serveDemo(values) : serve(values));
  else if (command === 'add-till') await printCode(values);
  else if (command === 'owner-link') await printOwnersLink(values);
  else if (command === 'check') await printCheck(values);
  else if (command === 'backup') await backUp(values);
  else if (command === 'backup-key') printBackupKey();
  else if (command === 'restore') await restore(values);
  else throw new TypeError(usage);
}
