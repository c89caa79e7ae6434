import {
  type GoLiveFinding,
  type GoLiveRow,
  type GoLiveView,
  goLiveFindings,
  type WaivableRow,
} from '../../../shared/go-live.ts';
import type { Environment } from '../../../shared/status.ts';
import { now } from './fake-documents.ts';
import type { FakeHandlers } from './fake-handlers.ts';

/* The checklist of the fake terminal before it goes live. Everything is settled unless the options say otherwise. */

export interface GoLiveOptions {
  readonly goLive?: Partial<Record<GoLiveRow, GoLiveFinding>>;
  readonly waived?: readonly WaivableRow[];
}

const settled: Readonly<Record<GoLiveRow, GoLiveFinding>> = {
  articles: 'articles-listed',
  people: 'people-added',
  printer: 'printer-tried',
  backup: 'backup-elsewhere',
  clock: 'clock-kept',
  sale: 'sale-accepted',
  clearance: 'clearance-accepted',
};

export function createFakeGoLive(
  { goLive = {}, waived: waivedBefore = [] }: GoLiveOptions,
  onScreen: () => { readonly environment: Environment; readonly person?: string | undefined },
): FakeHandlers<'goLive.get' | 'goLive.waive'> {
  const waived = new Set<string>(waivedBefore);
  const at = new Date(now).toISOString();
  const view = (): GoLiveView => ({
    needed: true,
    onScreen: onScreen().environment,
    rows: Object.entries({ ...settled, ...goLive }).map(([row, found]) => {
      const detail = { found, count: 41, seconds: 432, folder: '/media/usb/khatm' };
      const id = row as GoLiveRow;
      if (goLiveFindings[found]) return { id, state: 'done', mayBeWaived: false, detail };
      const mayBeWaived = found === 'people-alone' || found === 'printer-none';
      if (!waived.has(id)) return { id, state: 'missing', mayBeWaived, detail };
      return {
        id,
        state: 'waived',
        mayBeWaived,
        detail: { ...detail, by: onScreen().person ?? 'Noura', at },
      };
    }),
  });
  return {
    'goLive.get': view,
    'goLive.waive': ({ row, waived: isWaived }) => {
      if (isWaived) waived.add(row);
      else waived.delete(row);
      return view();
    },
  };
}
