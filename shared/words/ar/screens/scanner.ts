import type { en } from '../../en/screens/scanner.ts';
import type { Translation } from '../../plural.ts';

export const ar: Translation<typeof en> = {
  scanner: {
    untaken: 'لا شيء يُمسح هنا، ولم يتغيّر شيء.',
    noDocument: 'لا توجد فاتورة بهذا الرمز على هذا الجهاز.',
  },
};
