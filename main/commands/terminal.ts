import type { TerminalStatus } from '../../shared/contract/terminal.ts';
import type { Role } from '../../shared/status.ts';
import type { Language } from '../../shared/words/index.ts';
import { type NeedsOptions, needsOf } from '../diagnosis/needs.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { HandlersOf } from '../platform/dispatch.ts';

export interface TerminalCommandsOptions extends NeedsOptions {
  readonly status: (role: Role) => TerminalStatus;
  readonly setLanguage: (language: Language) => void;
}

/** The commands about the terminal as a whole. */
export function terminalCommands(
  environment: Pick<OpenEnvironment, 'ledger' | 'onboarding'>,
  options: TerminalCommandsOptions,
): HandlersOf<'terminal.'> {
  const { status, setLanguage } = options;
  return {
    'terminal.status': (_, { role }) => status(role),
    'terminal.setLanguage': ({ language }) => {
      setLanguage(language);
      return {};
    },
    'terminal.needs': () => needsOf(environment.ledger, options),
    'terminal.onboarding': () => ({ steps: environment.onboarding() }),
  };
}
