import type { FirstDay } from '../../../shared/contract/terminal/first-day.ts';
import {
  type GoLiveFinding,
  type GoLiveRow,
  type GoLiveView,
  goLiveFindings,
  type WaivableRow,
} from '../../../shared/go-live.ts';
import { type FirstDayStep, firstDaySteps, type Trade } from '../../../shared/sample-shop.ts';
import type { Environment } from '../../../shared/status.ts';
import { now } from './fake-documents.ts';
import type { FakeHandlers } from './fake-handlers.ts';

/* The checklist of the fake terminal before it goes live. Everything is settled unless the options say otherwise. */

export interface GoLiveOptions {
  readonly goLive?: Partial<Record<GoLiveRow, GoLiveFinding>>;
  readonly waived?: readonly WaivableRow[];
  /** The steps of the first day that are done; by default they are put away. */
  readonly firstDay?: readonly FirstDayStep[];
  readonly sample?: Trade;
}

const settled: Readonly<Record<GoLiveRow, GoLiveFinding>> = {
  articles: 'articles-listed',
  people: 'people-added',
  limits: 'limits-set',
  shifts: 'shifts-needed',
  printer: 'printer-tried',
  backup: 'backup-elsewhere',
  clock: 'clock-kept',
  sale: 'sale-accepted',
  clearance: 'clearance-accepted',
};

export function createFakeGoLive(
  { goLive = {}, waived: waivedBefore = [], firstDay, sample }: GoLiveOptions,
  onScreen: () => { readonly environment: Environment; readonly person?: string | undefined },
): FakeHandlers<
  | 'goLive.get'
  | 'goLive.waive'
  | 'firstDay.get'
  | 'firstDay.putAway'
  | 'firstDay.begin'
  | 'firstDay.removeSample'
> {
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
  let isShown = firstDay !== undefined;
  let shop = sample;
  const day = (): FirstDay => ({
    steps: firstDaySteps.map((id) => ({ id, isDone: firstDay?.includes(id) === true })),
    isShown,
    ...(shop && { sample: shop }),
  });
  return {
    'firstDay.get': day,
    'firstDay.putAway': () => {
      isShown = false;
      return day();
    },
    'firstDay.begin': () => ({}),
    'firstDay.removeSample': () => {
      shop = undefined;
      return {};
    },
    'goLive.get': view,
    'goLive.waive': ({ row, waived: isWaived }) => {
      if (isWaived) waived.add(row);
      else waived.delete(row);
      return view();
    },
  };
}
