import type { en } from '../en/units.ts';
import type { Translation } from '../plural.ts';

export const ar: Translation<typeof en> = {
  names: {
    PCE: 'حبة',
    KGM: 'كجم',
    GRM: 'جم',
    LTR: 'لتر',
    MLT: 'مل',
    MTR: 'متر',
    CMT: 'سم',
    MTK: 'م²',
    PR: 'زوج',
    DZN: 'درزن',
    SET: 'طقم',
    HUR: 'ساعة',
    DAY: 'يوم',
  },
  others: {
    PCE: 'قطعة, وحدة',
    KGM: 'كيلو, كيلوجرام, كغ, كغم',
    GRM: 'جرام, غرام',
    LTR: 'ليتر',
    MLT: 'مليلتر',
    MTR: 'م',
    CMT: 'سنتيمتر',
    MTK: 'متر مربع, م2',
    PR: 'أزواج',
    DZN: 'دزينة',
    SET: 'مجموعة',
    HUR: 'ساعات',
    DAY: 'أيام',
  },
};
