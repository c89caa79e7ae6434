import type { CommandInput } from '../../../shared/contract/index.ts';
import type { ActivityLine } from '../../../shared/contract/people/activity.ts';

const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';

const lines: readonly Omit<ActivityLine, 'id' | 'at'>[] = [
  {
    by: 'سارة',
    action: 'document-issued',
    document: { uuid, number: 'T1-000418', kind: 'creditNote' },
    amount: 4_600,
    currency: 'SAR',
    about: 'إرجاع: المقاس غير مناسب',
    approvedBy: 'منى',
    detail: JSON.stringify({ icv: 418, number: 'T1-000418', shift: 12 }),
  },
  {
    by: 'Sami',
    action: 'document-issued',
    document: { uuid, number: 'T1-000417', kind: 'invoice' },
    amount: 1_234_550,
    currency: 'SAR',
    removed: 2_300,
    overrides: -500,
    discount: 1_000,
    detail: JSON.stringify({ icv: 417, number: 'T1-000417', shift: 12 }),
  },
  { by: 'Sami', action: 'basket-discarded', amount: 9_900, detail: '{"total":9900}' },
  { by: 'سارة', action: 'cash-out', amount: 15_000, about: 'مشتريات نظافة', detail: '{"amount":15000}' },
  { by: 'منى', action: 'approved', about: 'Regular customer', detail: '{"reason":"Regular customer"}' },
  { by: 'API: Books', action: 'something-newer', detail: '{}' },
];

/** A log of six lines. Other tests cover the real one. */
export const fakeActivity = {
  'activity.list': ({ by, text }: CommandInput<'activity.list'>) => ({
    lines: lines
      .map((line, index) => ({ ...line, id: 418 - index, at: `2026-11-20T0${8 - index}:15:00Z` }))
      .filter((line) => by === undefined || line.by === by)
      .filter((line) => text === undefined || JSON.stringify(line).includes(text)),
  }),
  'activity.people': () => ({ names: [...new Set(lines.map(({ by }) => by))] }),
  'activity.export': () => ({ fileName: 'Activity.csv', base64: '' }),
  'activity.check': () => ({ lines: 12_418, documents: 9_801, faults: 0 }),
};
