/** Why goods come back. The document says it in both languages, whoever reads it. */
export const returnReasons = {
  returned: 'إرجاع بضاعة | Goods returned',
  faulty: 'بضاعة معيبة | Faulty goods',
  wrong: 'صنف خاطئ | Wrong item',
  cancelled: 'إلغاء البيع | Sale cancelled',
} as const;

export const reasonKeys = [
  'returned',
  'faulty',
  'wrong',
  'cancelled',
] as const satisfies readonly (keyof typeof returnReasons)[];
export type ReasonKey = (typeof reasonKeys)[number] | 'other';
