import { fail } from '../../../../shared/failure.ts';
import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import type { CommandContext } from '../context.ts';

/** The commands with which a person causes faults in training. */
export function practiceCommands({
  environment: { practice, sandbox, ledger },
  terminal: { clock, devices, goLive },
}: CommandContext): HandlersOf<'practice.'> {
  const here = () => practice ?? fail('not-allowed');
  const authority = () => sandbox ?? fail('not-allowed');
  const audit = (actor: string, detail: object) =>
    ledger.audit.write({ at: clock.now(), actor, action: 'practice-ordered', detail });
  return {
    'practice.faults': () => ({ faults: here().faults() }),
    'practice.cause': async ({ kind }, { name }) => {
      const practised = here();
      if (kind.startsWith('card')) devices.needCardTerminal();
      await practised.cause(kind);
      if (kind === 'refuseNext') goLive.firstDay.practised();
      audit(name, { kind });
      return { faults: here().faults() };
    },
    'practice.sandbox': () => authority().view(),
    'practice.setPort': ({ port }, { name }) => {
      authority().setPort(port);
      audit(name, { kind: 'port', port });
      return authority().view();
    },
    'practice.end': (_, { name }) => {
      here().end();
      audit(name, { kind: 'end' });
      return { faults: here().faults() };
    },
  };
}
