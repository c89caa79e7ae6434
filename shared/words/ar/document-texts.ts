import type { en } from '../en/document-texts.ts';
import type { Translation } from '../plural.ts';

export const ar: Translation<typeof en> = {
  discount: 'خصم',
  rounding: 'تقريب',
  creditedEarlier: 'سبق خصمه بإشعار',
  advancePayment: 'دفعة مقدمة',
  sundries: 'أصناف متنوعة',
  returns: {
    returned: 'إرجاع بضاعة',
    faulty: 'بضاعة معيبة',
    wrong: 'صنف خاطئ',
    cancelled: 'إلغاء البيع',
  },
  charges: {
    DL: 'توصيل',
    PC: 'تغليف',
    FC: 'شحن',
    ABK: 'رسوم متنوعة',
  },
};
