import type * as en from '../../../en/screens/settings/startup.ts';
import type { Translation } from '../../../plural.ts';

export const startup: Translation<typeof en.startup> = {
  title: 'ختم على هذا الجهاز',
  autostart: 'التشغيل مع الجهاز',
  autostartText: 'عند دخول المستخدم إلى النظام.',
  kiosk: 'ملء الشاشة',
  kioskText: 'لا يغلق أحد النافذة ولا يخرج منها إلا المدير من هنا وبرقمه السري.',
  textSize: 'حجم النص',
  leave: 'الخروج حتى التشغيل التالي',
};
