import { openTerminal } from '../../main/app/terminal/terminal.ts';
import type { CommandName } from '../../shared/contract/index.ts';
import { manager } from '../support/run/callers.ts';

/** Sets up a training terminal with an empty shop, English and a network receipt printer. */
export async function preset(folder: string, printer: unknown): Promise<void> {
  const terminal = await openTerminal({ folder, stateFolder: `${folder}.state`, version: '0' });
  await terminal.ready();
  const ask = async (name: CommandName, input: unknown) => {
    const answer = await terminal.call(name, input, manager);
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`);
  };
  await ask('firstDay.begin', { with: 'empty' });
  await ask('terminal.setLanguage', { language: 'en' });
  const drawer = { use: 'withCash', pin: 2 };
  await ask('device.setSettings', { cut: true, drawer, card: 'none', printer });
  await ask('receipt.setSettings', { autoPrint: true, paper: 'roll80' });
  await terminal.close();
}

/** The cashier of a shop with a compromised window. */
export const cashier = { name: 'Sami', pin: '739154' };

/** Sets up a training terminal with a manager and a cashier. */
export async function presetPeople(folder: string): Promise<void> {
  const terminal = await openTerminal({ folder, stateFolder: `${folder}.state`, version: '0' });
  await terminal.ready();
  for (const one of [
    { name: 'Mona', role: 'manager', pin: '482913' },
    { ...cashier, role: 'cashier' },
  ]) {
    const answer = await terminal.call('people.save', one, manager);
    if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  }
  await terminal.close();
}
