import type { SimulatedOutcome } from '../../shared/contract/card.ts';
import type { CommandOutput } from '../../shared/contract/index.ts';
import { fail } from '../../shared/failure.ts';

export interface CardOptions {
  /** Card payments that a manager looks after. */
  readonly cardPayments?: CommandOutput<'card.open'>['payments'];
}

/** A till with a simulator that nobody asks: card payments are tested on the real terminal. */
export function createFakeCard({ cardPayments = [] }: CardOptions) {
  const noTerminal = (): never => fail('no-card-terminal');
  return {
    'card.terminal': () => ({ terminal: 'simulator' as const }),
    'card.practise': (_: { outcome: SimulatedOutcome }) => ({}),
    'card.ask': noTerminal,
    'card.status': noTerminal,
    'card.cancel': noTerminal,
    'card.ofSale': () => ({ payments: [] }),
    'card.open': () => ({ payments: [...cardPayments] }),
    'card.settle': noTerminal,
  };
}
