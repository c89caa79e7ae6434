import type { Environment } from '../../../shared/status.ts';
import { words } from '../../../shared/words/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { host } from './host.ts';
import { needLine } from './need-line.ts';
import { ask, onData, whyUnready } from './on-terminal.ts';

/**
 * `khatm serve`: runs the terminal of a machine on which nobody is signed in. Everything works as it does with a
 * window: it sends documents, watches deadlines, makes backups and serves other programs. Alarms go to stderr, one line
 * each.
 */
export async function serve(options: { data: string; env?: Environment }): Promise<void> {
  await onData({ data: options.data, env: options.env, sends: 'all' }, async (terminal) => {
    const stopped = host().stopped();
    const stop = terminal.onEvent((event) => {
      if (event.type === 'alarm') console.error(`${event.environment}: ${needLine(event.alarm)}`);
    });
    try {
      await Promise.race([terminal.ready(), stopped]);
      const { environment } = await ask(terminal, 'terminal.status', {});
      console.log(`serving ${environment} from ${options.data}`);
      const why = await whyUnready(terminal);
      if (why !== undefined) console.error(`khatm: nothing can be issued yet. ${why}`);
      await printApi(terminal);
      await stopped;
    } finally {
      stop();
    }
  });
}

/** Prints where other programs reach this terminal, or why the API does not listen. */
async function printApi(terminal: Terminal): Promise<void> {
  const { enabled, addresses, port, failure } = await ask(terminal, 'integration.api.get', {});
  if (!enabled) return;
  for (const address of addresses) console.log(`api: ${address}, described at ${address}/docs`);
  if (failure !== undefined) console.error(`khatm: api, port ${port}: ${words.en.failures[failure]}`);
}
