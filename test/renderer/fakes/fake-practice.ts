import type { CommandParsed } from '../../../shared/contract/index.ts';
import type { PracticeFaults, SandboxView } from '../../../shared/contract/terminal/practice.ts';
import { now } from './fake-documents.ts';

const sandbox: SandboxView = {
  address: 'http://127.0.0.1:41873/e-invoicing/sandbox',
  page: 'http://127.0.0.1:41873/',
  runsHere: true,
};

/** Makes faults that change nothing. */
export function createFakePractice() {
  let faults: PracticeFaults['faults'] = [];
  let port: number | undefined;
  const view = (): SandboxView => ({ ...sandbox, port });
  return {
    'practice.faults': () => ({ faults }),
    'practice.cause': ({ kind }: CommandParsed<'practice.cause'>) => {
      const isForNext = kind === 'refuseNext' || kind === 'warnNext';
      const until = new Date(now + 120_000).toISOString();
      faults = [...faults.filter((one) => one.kind !== kind), { kind, ...(!isForNext && { until }) }];
      return { faults };
    },
    'practice.sandbox': view,
    'practice.setPort': (set: CommandParsed<'practice.setPort'>) => {
      port = set.port;
      return view();
    },
    'practice.end': () => {
      faults = [];
      return { faults };
    },
  };
}
