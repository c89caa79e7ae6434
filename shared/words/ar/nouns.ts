import type { en } from '../en/nouns.ts';
import type { Translation } from '../plural.ts';

/** The forms after a preposition or another noun («إرسال مستندين»), because sentences use them only there. */
export const ar: Translation<typeof en> = {
  documents: {
    zero: '{count} مستند',
    one: 'مستند واحد',
    two: 'مستندين',
    few: '{count} مستندات',
    many: '{count} مستندًا',
    other: '{count} مستند',
  },
  invoices: {
    zero: '{count} فاتورة',
    one: 'فاتورة واحدة',
    two: 'فاتورتين',
    few: '{count} فواتير',
    many: '{count} فاتورة',
    other: '{count} فاتورة',
  },
  cardPayments: {
    zero: '{count} دفعة بطاقة',
    one: 'دفعة بطاقة واحدة',
    two: 'دفعتي بطاقة',
    few: '{count} دفعات بطاقة',
    many: '{count} دفعة بطاقة',
    other: '{count} دفعة بطاقة',
  },
  webhookEvents: {
    zero: '{count} حدث',
    one: 'حدث واحد',
    two: 'حدثين',
    few: '{count} أحداث',
    many: '{count} حدثًا',
    other: '{count} حدث',
  },
  times: {
    zero: '{count} مرة',
    one: 'مرة واحدة',
    two: 'مرتين',
    few: '{count} مرات',
    many: '{count} مرة',
    other: '{count} مرة',
  },
  minutes: {
    zero: '{count} دقيقة',
    one: 'دقيقة واحدة',
    two: 'دقيقتين',
    few: '{count} دقائق',
    many: '{count} دقيقة',
    other: '{count} دقيقة',
  },
  hours: {
    zero: '{count} ساعة',
    one: 'ساعة واحدة',
    two: 'ساعتين',
    few: '{count} ساعات',
    many: '{count} ساعة',
    other: '{count} ساعة',
  },
  days: {
    zero: '{count} يوم',
    one: 'يوم واحد',
    two: 'يومين',
    few: '{count} أيام',
    many: '{count} يومًا',
    other: '{count} يوم',
  },
};
