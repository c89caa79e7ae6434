import type { en } from '../en/approval-page.ts';
import type { Translation } from '../plural.ts';

export const ar: Translation<typeof en> = {
  asks: 'يطلب «{name}» الوصول إلى هذا الجهاز. وافِق على شاشة الجهاز إن ظهر فيها هذا الرمز:',
  failed: 'لا يمكن إتمام هذا الطلب. ابدأ من جديد من برنامجك.',
};
