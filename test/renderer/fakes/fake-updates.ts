import type { CommandName, CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';
import type { Updates } from '../../../shared/contract/terminal/updates.ts';
import { now } from './fake-documents.ts';

/* The updates of the fake terminal, which fetches and installs nothing. */

export interface UpdateOptions {
  readonly updates?: Partial<Updates>;
}

type Names = Extract<CommandName, `update.${string}`>;
type Handlers = { [N in Names]: (input: CommandParsed<N>) => CommandOutput<N> };

export function createFakeUpdates({ updates }: UpdateOptions): Handlers {
  let view: Updates = {
    version: '0.1.0',
    ring: 'stable',
    automatic: true,
    night: { from: '02:00', to: '05:00' },
    serverFromPolicy: false,
    way: 'itself',
    isSilent: true,
    ...updates,
  };
  const change = (next: Partial<Updates>) => {
    view = { ...view, ...next };
    return view;
  };
  return {
    'update.get': () => view,
    'update.look': () => change({ looked: { at: new Date(now).toISOString() } }),
    'update.lookIn': () => change({ looked: { at: new Date(now).toISOString(), why: 'bad-signature' } }),
    'update.install': ({ when }) =>
      change(view.offer ? { offer: { ...view.offer, tonight: when === 'tonight' } } : {}),
    'update.setSettings': (chosen) => change({ server: undefined, ...chosen }),
  };
}
