import type * as en from '../../en/screens/tables.ts';
import type { Translation } from '../../plural.ts';

export const tables: Translation<typeof en.tables> = {
  choose: 'اختيار ملف',
  reading: 'تجري القراءة…',
  preview: 'هذا ما سيحدث',
  unread: 'أعمدة لا تُقرأ: {names}',
  faults: {
    zero: 'لا أخطاء في الملف.',
    one: 'في الملف خطأ واحد. لا يُستورد شيء قبل تصحيحه.',
    two: 'في الملف خطآن. لا يُستورد شيء قبل تصحيحهما.',
    few: 'في الملف {count} أخطاء. لا يُستورد شيء قبل تصحيحها.',
    many: 'في الملف {count} خطأً. لا يُستورد شيء قبل تصحيحها.',
    other: 'في الملف {count} خطأ. لا يُستورد شيء قبل تصحيحها.',
  },
  row: 'الصف',
  column: 'العمود',
  name: 'الاسم',
  value: 'في الملف',
  reason: 'الخطأ',
  doImport: 'استيراد',
  importing: 'يجري الاستيراد…',
  nothing: 'لا يغيّر الملف شيئًا.',
  exportAs: 'حفظ بصيغة {format}',
  exportTitle: 'التصدير',
  importTitle: 'الاستيراد',
  earlier: 'الصفحة السابقة',
  later: 'الصفحة التالية',
};
