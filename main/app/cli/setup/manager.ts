import { begunEnvironments } from '../../terminal/active-environment.ts';
import { ask, onTerminal, passphraseFor } from '../on-terminal.ts';
import { pinOf } from '../secrets-from-outside.ts';

/**
 * `khatm manager`: adds a manager, or gives one a new PIN. If the list of people is lost, a new list begins with this
 * manager: the caller can open the vault and is trusted.
 */
export async function setManager({ data, name }: { data: string; name: string }): Promise<void> {
  const pin = await pinOf(name);
  const passphrase = await passphraseFor(begunEnvironments(data).at(-1) ?? 'training');
  await onTerminal({ folder: data, passphrase, sends: 'nothing' }, async (terminal) => {
    // A terminal that is not ready to sell can still get a manager.
    await terminal.ready().catch(() => undefined);
    await ask(terminal, 'people.save', { name, role: 'manager', pin });
    console.log(`manager: ${name}`);
  });
}
