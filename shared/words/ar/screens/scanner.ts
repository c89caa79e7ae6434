import type * as en from '../../en/screens/scanner.ts';
import type { Translation } from '../../plural.ts';

export const scanner: Translation<typeof en.scanner> = {
  sound: 'صوت عند كل مسح',
  untaken: 'لا شيء يُمسح هنا، ولم يتغيّر شيء.',
  noDocument: 'لا توجد فاتورة بهذا الرمز على هذا الجهاز.',
};
