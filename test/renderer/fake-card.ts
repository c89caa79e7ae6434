import { fail } from '../../shared/failure.ts';

/** A till without a card terminal: its screens are tested on the real terminal. */
export function createFakeCard() {
  const noTerminal = (): never => fail('no-card-terminal');
  const none = () => ({ payments: [] });
  return {
    'card.terminal': () => ({ terminal: 'none' as const }),
    'card.practise': noTerminal,
    'card.ask': noTerminal,
    'card.status': noTerminal,
    'card.cancel': noTerminal,
    'card.ofSale': none,
    'card.open': none,
    'card.settle': noTerminal,
  };
}
