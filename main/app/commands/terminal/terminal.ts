import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import type { CommandContext } from '../context.ts';

export function terminalCommands({
  environment,
  terminal: { status, setLanguage },
}: CommandContext): HandlersOf<'terminal.'> {
  return {
    'terminal.status': (_, { role }) => status(role),
    'terminal.setLanguage': ({ language }) => setLanguage(language),
    'terminal.onboarding': () => ({ steps: environment.onboarding() }),
  };
}
