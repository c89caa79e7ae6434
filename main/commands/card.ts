import { fail } from '../../shared/failure.ts';
import type { HandlersOf } from '../platform/dispatch.ts';

/** The commands about payments at the card terminal. */
export function cardCommands(): HandlersOf<'card.'> {
  const noTerminal = (): never => fail('no-card-terminal');
  const none = () => ({ payments: [] });
  return {
    'card.terminal': () => ({ terminal: 'none' }),
    'card.ask': noTerminal,
    'card.status': noTerminal,
    'card.cancel': noTerminal,
    'card.ofSale': none,
    'card.open': none,
    'card.settle': () => fail('not-found'),
  };
}
