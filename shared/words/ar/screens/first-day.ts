import type * as en from '../../en/screens/first-day.ts';
import type { Translation } from '../../plural.ts';

export const firstShop: Translation<typeof en.firstShop> = {
  title: 'ماذا تبيع؟',
  lead: 'يبدأ التدريب بمتجر تجريبي: أصناف وموظفون وعملاء ومبيعات يوم. ويُزال بلمسة واحدة.',
  language: 'اللغة',
  shops: {
    grocery: 'بقالة',
    cafe: 'مقهى',
    clothes: 'ملابس',
    pharmacy: 'صيدلية',
    empty: 'متجر فارغ',
  },
  making: 'جارٍ فتح المتجر …',
  pin: 'متجر تجريبي: الرمز السري للجميع {pin}.',
};

export const firstDay: Translation<typeof en.firstDay> = {
  title: 'اليوم الأول {done}/{of}',
  steps: {
    prices: 'أدخل أسعارك',
    people: 'أضف الموظفين',
    limits: 'حدّد الصلاحيات',
    printer: 'جرّب الطابعة',
    practise: 'تدرّب على الرفض',
    goLive: 'ابدأ التشغيل الفعلي',
  },
  done: 'تم',
  putAway: 'إخفاء',
  removeSample: 'إزالة المتجر التجريبي',
  removeSure:
    'ستُزال أصناف المتجر التجريبي، حتى ما غيّرته منها، وموظفوه وكل ما بيع في التدريب. وتبقى أصنافك وموظفوك.',
};
