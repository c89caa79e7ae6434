import type { CommandParsed } from '../../shared/contract/index.ts';
import type { PracticeOrders, SandboxView } from '../../shared/contract/practice.ts';
import { now } from './fake-documents.ts';

const sandbox: SandboxView = {
  address: 'http://127.0.0.1:41873/e-invoicing/sandbox',
  page: 'http://127.0.0.1:41873/',
  runsHere: true,
};

/** Makes orders that change nothing. */
export function createFakePractice() {
  let orders: PracticeOrders['orders'] = [];
  let port: number | undefined;
  const view = (): SandboxView => ({ ...sandbox, port });
  return {
    'practice.orders': () => ({ orders }),
    'practice.order': ({ kind }: CommandParsed<'practice.order'>) => {
      const isForNext = kind === 'refuseNext' || kind === 'warnNext';
      const until = new Date(now + 120_000).toISOString();
      orders = [...orders.filter((one) => one.kind !== kind), { kind, ...(!isForNext && { until }) }];
      return { orders };
    },
    'practice.sandbox': view,
    'practice.setPort': (set: CommandParsed<'practice.setPort'>) => {
      port = set.port;
      return view();
    },
    'practice.end': () => {
      orders = [];
      return { orders };
    },
  };
}
