import type * as en from '../../en/screens/app.ts';
import type { Translation } from '../../plural.ts';

export const app: Translation<typeof en.app> = {
  name: 'ختم',
  opening: 'يُفتح الجهاز …',
  saleScreen: 'البيع',
  invoicesScreen: 'الفواتير',
  shiftScreen: 'الوردية',
  settingsScreen: 'الإعدادات',
  setupScreen: 'التهيئة',
  nobody: 'هذا الجهاز',
  itself: 'البرنامج',
  administrator: 'مسؤول الأجهزة',
  headOffice: 'المركز الرئيسي',
  dropFolder: 'مجلد التبادل',
  commandLine: 'سطر الأوامر',
  updates: 'التحديثات',
  nightlyUpdate: 'التحديث الليلي',
  cardSimulator: 'محاكي جهاز البطاقات',
  screens: 'الشاشات',
  status: 'حالة الجهاز',
  back: 'رجوع',
  close: 'إغلاق',
  tryAgain: 'إعادة المحاولة',
  done: 'تم',
  trying: 'جارٍ المحاولة …',
  copied: 'تم النسخ',
  copy: 'نسخ',
  goOn: 'متابعة',
  removeOf: 'حذف {name}',
  remove: 'حذف',
  changeOf: 'تعديل {name}',
  change: 'تعديل',
  save: 'حفظ',
  cancel: 'إلغاء',
};

export const environmentBanner: Translation<typeof en.environmentBanner> = {
  training: 'تدريب: المستندات تُرسل إلى بيئة التدريب داخل البرنامج، وليس إلى الهيئة',
  simulation: 'محاكاة: المستندات تُرسل إلى نظام الهيئة التجريبي ولا تُحتسب',
};

export const bar: Translation<typeof en.bar> = {
  environment: 'البيئة',
  connection: 'الاتصال',
  nextTry: 'المحاولة التالية الساعة {time}',
  tryNow: 'جرّب الآن',
  waiting: '{shown} بالانتظار',
  noneWaiting: 'لا شيء بالانتظار',
  deadline: 'المهلة {span}',
  noDeadline: 'لا مهلة قريبة',
  overdue: 'تجاوزت المهلة',
  deadlineLabel: 'أقرب مهلة',
  certificate: {
    zero: 'منتهية',
    one: 'يوم واحد',
    two: 'يومان',
    few: '{count} أيام',
    many: '{count} يومًا',
    other: '{count} يوم',
  },
  certificateLabel: 'صلاحية الشهادة',
  noCertificate: 'لا توجد',
  role: 'الدور',
  toDark: 'المظهر الداكن',
  toLight: 'المظهر الفاتح',
  theme: 'المظهر',
  attention: {
    zero: '{count} للمتابعة',
    one: '{count} للمتابعة',
    two: '{count} للمتابعة',
    few: '{count} للمتابعة',
    many: '{count} للمتابعة',
    other: '{count} للمتابعة',
  },
};

export const help: Translation<typeof en.help> = {
  title: 'المفاتيح',
  everywhere: 'في كل مكان',
  inSale: 'البيع',
  confirm: 'تأكيد المبلغ',
  inInvoices: 'الفواتير',
  enter: 'الحقل التالي، ثم صنف جديد',
  arrows: 'التنقل في القائمة',
  open: 'فتح الفاتورة',
  main: 'الإجراء الرئيسي في الشاشة',
  question: 'هذه القائمة',
};

export const broken: Translation<typeof en.broken> = {
  title: 'توقفت هذه الشاشة عن العمل',
  text: 'لم يُفقد شيء: السلة وكل الفواتير محفوظة.',
  again: 'البدء من جديد',
};

export const stopped: Translation<typeof en.stopped> = {
  short: 'لا يستجيب',
  says: 'الجهاز لا يستجيب.',
  advice: 'شغّل ختم من جديد وافتح العنوان الذي يعرضه. ما صدر والسلة محفوظان، ولا يمكن البيع في هذه النافذة.',
};

export const fault: Translation<typeof en.fault> = {
  title: 'الجهاز لا يستجيب',
};
