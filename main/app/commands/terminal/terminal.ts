import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import { needsOf } from '../../diagnosis/needs.ts';
import type { CommandContext } from '../context.ts';

export function terminalCommands({
  environment,
  terminal: { devices, settings, folder, status, setLanguage },
}: CommandContext): HandlersOf<'terminal.'> {
  return {
    'terminal.status': (_, { role }) => status(role),
    'terminal.setLanguage': ({ language }) => setLanguage(language),
    'terminal.needs': () => needsOf(environment.ledger, { devices, settings, folder }),
    'terminal.onboarding': () => ({ steps: environment.onboarding() }),
  };
}
