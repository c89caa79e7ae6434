import type { en } from '../en/start.ts';
import type { Translation } from '../plural.ts';

export const ar: Translation<typeof en> = {
  name: 'ختم',
  refusedSwitches: 'لا يبدأ ختم بهذه الخيارات: {list}',
  crashed: {
    message: 'توقفت الشاشة مرة أخرى.',
    detail: 'ما صدر محفوظ والسلة محفوظة. شغّل ختم من جديد، وإن تكرر ذلك فاتصل بالدعم.',
    restart: 'تشغيل من جديد',
    stay: 'الشاشة فقط',
  },
};
