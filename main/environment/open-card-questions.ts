import { type CardQuestions, createCardQuestions } from '../devices/card/card-questions.ts';
import { createTillCardTerminal, type TillCardTerminal } from '../devices/card/till-card-terminal.ts';
import type { EnvironmentBase } from './environment-base.ts';

/** The card terminal and its payments. */
export interface CardParts {
  readonly cardTerminal: TillCardTerminal;
  readonly cardQuestions: CardQuestions;
}

export function openCardQuestions({ options, context, services, emit }: EnvironmentBase): CardParts {
  const { environment, folder, clock, ledger, report } = context;
  const { cardTerminal: setting = () => 'none' } = options;
  const cardTerminal = createTillCardTerminal({ environment, folder, setting, clock });
  services.add('card terminal', { stop: cardTerminal.stop });
  const cardQuestions = services.add(
    'card payments',
    createCardQuestions({
      ledger,
      terminal: cardTerminal.current,
      clock,
      onChange: () => emit('health-changed'),
      onError: report('card payments'),
    }),
    'leading',
  );
  return { cardTerminal, cardQuestions };
}
