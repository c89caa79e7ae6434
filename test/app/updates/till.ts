import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openTerminal } from '../../../main/app/terminal/terminal.ts';
import { appImageInstaller } from '../../../main/app/updates/appimage.ts';
import { noteStart } from '../../../main/app/updates/former.ts';
import { readState } from '../../../main/app/updates/state.ts';

/*
 * A till that starts in the version of its program, sells once, and updates itself from a folder. It prints a line
 * before each step. `node till.ts ROOT KEYS START|UPDATE|OUTAGE`: ROOT has `data`, `dist` and the program; in an OUTAGE
 * the authority does not answer while it updates itself.
 */

const [root = '', keys = '[]', what = 'START'] = process.argv.slice(2);
const program = path.join(root, 'Khatm.AppImage');
const data = path.join(root, 'data');
const version = readFileSync(program, 'utf8').split('\n', 1)[0] ?? '';
const say = (line: string) => process.stdout.write(`${line}\n`);

noteStart(path.join(data, 'updates'), version);
const terminal = await openTerminal({
  folder: data,
  stateFolder: path.join(root, 'state'),
  version,
  environment: 'training',
  updates: {
    keys: JSON.parse(keys),
    installer: appImageInstaller(program, () => undefined),
    end: () => undefined,
    onStep: say,
  },
});
await terminal.ready();
const call = async (name: string, input: unknown) => {
  const answer = await terminal.callFromScreen(name, input);
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`);
  return answer.value as Record<string, unknown>;
};

/** Sending may begin while the ledger is checked. Then the installation is tried again. */
async function install(): Promise<void> {
  for (;;) {
    if (what === 'OUTAGE') await call('practice.cause', { kind: 'away' });
    const answer = await terminal.callFromScreen('update.install', { when: 'now' });
    if (answer.ok) return;
    if (answer.failure.code !== 'update-waits') throw new Error(JSON.stringify(answer.failure));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

if (what !== 'START') {
  if (what === 'OUTAGE') await call('practice.cause', { kind: 'away' });
  say('sell');
  await call('sale.issue', { lines: [{ name: 'Coffee', quantity: 1, unitPrice: '14' }] });
  if (what === 'UPDATE') await terminal.idle();
  say('look');
  await call('update.lookIn', { folder: path.join(root, 'dist') });
  await install();
  say('done');
} else {
  // An installation from before this start must reach its final state.
  while (readState(path.join(data, 'updates')).installing !== undefined)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const { documents, broken } = await call('maintenance.check', {});
  const { last } = await call('update.get', {});
  say(JSON.stringify({ version, documents, broken, last }));
}
await terminal.close();
