import type * as en from '../../../en/screens/settings/diagnosis.ts';
import type { Translation } from '../../../plural.ts';

export const diagnosis: Translation<typeof en.diagnosis> = {
  lead: 'يفحص هذا الجهاز وسجلات الفواتير والطريق إلى الهيئة والأجهزة الملحقة. لا يغيّر شيئًا، والبيع مستمر أثناء ذلك.',
  run: 'افحص الآن',
  running: 'جارٍ الفحص …',
  fine: 'كل شيء سليم.',
  warned: 'لا خلل، لكن هناك ما يحتاج انتباهًا.',
  failed: 'هناك ما هو غير سليم. تبيّن الخطوات ما يجب فعله.',
  open: 'إصلاحه في: {page}',
  bundle: 'ملف للدعم',
  bundleLead:
    'يكتب ملفًا مضغوطًا فيه هذا التشخيص والإصدارات والإعدادات والأعداد والسجل. ليس فيه مفاتيح ولا أرقام سرية ولا كلمات مرور، ولا شيء عن أي مشترٍ.',
  write: 'كتابة الملف',
  writing: 'جارٍ الكتابة …',
  written: 'كُتب الملف: {file}',
  log: 'سجل البرنامج',
  logLead: 'ما حدث من أعطال هنا ومتى، الأحدث أولًا. قد يطلبه الدعم، وهو موجود في ملف الدعم أيضًا.',
  logShow: 'عرض',
  logLevels: { info: 'الكل', warning: 'التحذيرات والأخطاء', error: 'الأخطاء فقط' },
  logOlder: 'أسطر أقدم',
  logNone: 'لا يوجد شيء من هذا النوع في السجل.',
  logMarks: { info: 'ملاحظة', warning: 'تحذير', error: 'خطأ' },
  logMessages: {
    failure: 'لم يتم الطلب',
    defect: 'عطل في البرنامج',
    'environment cannot open': 'تعذّر فتح بيئة',
    'not made private': 'يستطيع مستخدمون آخرون لهذا الجهاز قراءة ملف',
    start: 'بدأ البرنامج',
    end: 'انتهى البرنامج',
    'safe mode': 'بدأ في الوضع الآمن',
    'stopped by itself': 'توقف البرنامج من تلقاء نفسه',
  },
  logOther: 'رسالة من جزء آخر',
  logDetail: 'للدعم',
};
