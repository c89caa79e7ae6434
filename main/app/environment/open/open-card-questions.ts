import { createCardQuestions } from '../../../till/devices/card/card-questions.ts';
import { createTillCardTerminal } from '../../../till/devices/card/till-card-terminal.ts';
import type { EnvironmentContext } from '../context.ts';

export function openCardQuestions({
  options,
  environment,
  folder,
  ledger,
  services,
  clock,
  emit,
  report,
}: EnvironmentContext) {
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
