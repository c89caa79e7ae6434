import type { en } from '../../en/screens/return.ts';
import type { Translation } from '../../plural.ts';

export const ar: Translation<typeof en> = {
  return: {
    title: 'إرجاع',
    how: 'امسح رمز الإيصال أو اكتب رقم الفاتورة.',
    number: 'الرقم أو رمز الاستجابة السريعة',
    find: 'البحث عن الفاتورة',
    findOther: 'البحث عن فاتورة أخرى',
    titleOf: 'إرجاع من',
    goods: 'ما يُرجَع',
    sold: 'المباع',
    comesBack: 'المرتجع',
    left: 'بقي {left}',
    quantityOf: 'الكمية المرتجعة من الصنف {number}',
    less: 'إنقاص الصنف {number}',
    more: 'زيادة الصنف {number}',
    all: 'الكل',
    none: 'لا شيء',
    reason: 'السبب',
    reasons: {
      returned: 'إرجاع بضاعة',
      faulty: 'بضاعة معيبة',
      wrong: 'صنف خاطئ',
      cancelled: 'إلغاء البيع',
      other: 'سبب آخر',
    },
    ownReason: 'السبب بكلمات قليلة',
    paidBackBy: 'طريقة الرد',
    payBack: 'المبلغ المردود',
    nothing: 'اختر ما يُرجَع.',
    issue: 'رد المبلغ',
    ofInvoice: 'إرجاع بضاعة',
  },
};
