import { openTerminal } from '../../main/terminal/terminal.ts';
import type { CommandName } from '../../shared/contract/index.ts';
import { manager } from '../support/callers.ts';

/** Sets a training terminal up for English, and for a receipt printer of the network. */
export async function preset(folder: string, printer: unknown): Promise<void> {
  const terminal = await openTerminal({ folder, stateFolder: `${folder}.state`, version: '0' });
  await terminal.ready();
  const ask = async (name: CommandName, input: unknown) => {
    const answer = await terminal.call(name, input, manager);
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`);
  };
  await ask('terminal.setLanguage', { language: 'en' });
  const drawer = { use: 'withCash', pin: 2 };
  await ask('device.setSettings', { cut: true, drawer, card: 'none', printer });
  await ask('receipt.setSettings', { autoPrint: true, paper: 'roll80' });
  await terminal.close();
}
