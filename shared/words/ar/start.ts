import type { en } from '../en/start.ts';
import type { Translation } from '../plural.ts';

export const ar: Translation<typeof en> = {
  name: 'ختم',
  refusedSwitches: 'لا يبدأ ختم بهذه الخيارات: {list}',
  alteredFile:
    'أحد ملفات البرنامج ليس كما سُلّم: {file}. لن يبدأ ختم حتى لا تصدر فاتورة خاطئة. الدفاتر لم تُمسّ. أعد تثبيت ختم.',
  dataMoved:
    'لم تعد دفاتر هذا الجهاز هنا، بل انتقلت إلى المجلد المذكور أدناه. غيّر اسم المجلد في كل برنامج أو نسخ احتياطي يستخدم هذا المجلد.',
  crashed: {
    message: 'توقفت الشاشة مرة أخرى.',
    detail: 'ما صدر محفوظ والسلة محفوظة. شغّل ختم من جديد، وإن تكرر ذلك فاتصل بالدعم.',
    restart: 'تشغيل من جديد',
    stay: 'الشاشة فقط',
  },
};
