import type { en } from '../../en/screens/pay.ts';
import type { Translation } from '../../plural.ts';

export const ar: Translation<typeof en> = {
  pad: {
    label: 'لوحة الأرقام',
    doubleZero: 'صفران',
    point: 'الفاصلة العشرية',
    erase: 'مسح آخر رقم',
    enter: 'تم',
  },
};
