import type { en } from '../en/closing.ts';
import type { Translation } from '../plural.ts';

export const ar: Translation<typeof en> = {
  goesOn: {
    title: 'ختم يواصل الإرسال',
    body: 'يعمل ختم بدون نافذته. لإنهائه اختر «إنهاء» من أيقونته في {place}.',
  },
  places: {
    tray: 'منطقة الإشعارات',
    menuBar: 'شريط القوائم',
  },
  due: 'يجب إرسال أولها قبل {time}.',
  overdue: 'فات موعد أولها.',
  closed: 'لا يُرسل شيء وختم مغلق.',
  locked: 'لا يُرسل شيء قبل فتح قفل الجهاز.',
  keep: 'مواصلة الإرسال',
  back: 'رجوع',
  quit: 'إنهاء ختم',
  stillWaiting: {
    zero: 'لا مستندات بانتظار الإرسال.',
    one: 'ما زال مستند واحد بانتظار الإرسال.',
    two: 'ما زال مستندان بانتظار الإرسال.',
    few: 'ما زالت {count} مستندات بانتظار الإرسال.',
    many: 'ما زال {count} مستندًا بانتظار الإرسال.',
    other: 'ما زال {count} مستند بانتظار الإرسال.',
  },
};
