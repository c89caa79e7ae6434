import type * as en from '../../en/screens/sign-in.ts';
import type { Translation } from '../../plural.ts';

export const signIn: Translation<typeof en.signIn> = {
  title: 'من يعمل الآن؟',
  pinOf: 'الرقم السري: {name}',
  lead: 'اختر اسمك ثم أدخل رقمك السري.',
  digits: {
    zero: 'لم يُدخل أي رقم',
    one: 'أُدخل رقم واحد',
    two: 'أُدخل رقمان',
    few: 'أُدخلت {count} أرقام',
    many: 'أُدخل {count} رقمًا',
    other: 'أُدخل {count} رقم',
  },
  pad: 'لوحة الأرقام',
  erase: 'مسح',
  enter: 'دخول',
  others: 'شخص آخر',
  wrong: 'الرقم السري غير صحيح. حاول مرة أخرى.',
  wait: 'محاولات خاطئة كثيرة. حاول بعد {shown} ثانية.',
  signOut: 'تسجيل الخروج',
  signedIn: 'المستخدم',
  againWhy: 'هذا تغيير مهم، وقد مضى وقت على إدخال رقمك السري. أدخله من جديد للمتابعة.',
  confirm: 'متابعة',
};

export const approve: Translation<typeof en.approve> = {
  title: 'يلزم موافقة مدير',
  manager: 'المدير',
  reason: 'لماذا؟',
  toPin: 'إلى الرقم السري',
  agree: 'موافقة',
  limits: {
    discount: 'الخصم أكبر مما يُسمح به للكاشير.',
    refund: 'المبلغ أكبر مما يُسمح للكاشير بردّه.',
    credit: 'سيتجاوز المستحق على العميل سقف حسابه.',
    'refund-days': 'مضى على البيع وقت أطول مما يُسمح للكاشير بالإرجاع فيه.',
    price: 'أحد الأسعار ليس سعر قائمة الأصناف.',
    drawer: 'يُفتح الدرج دون بيع.',
    totals: 'مجاميع الوردية للمديرين.',
    reprint: 'سبق أن طُبع هذا الإيصال.',
    'no-receipt': 'لم يُبرَز إيصال هذه البضاعة، ويمكن مسحه قبل موافقة المدير.',
    'other-means': 'يُردّ بهذه الوسيلة أكثر مما دُفع بها.',
    account: 'تُحصَّل دفعة على الحساب.',
  },
  agreedBy: 'وافق {name}: {reason}',
};

export const recover: Translation<typeof en.recover> = {
  title: 'لم يعد معروفًا من يعمل هنا',
  lead: 'اختفت قائمة العاملين من المخزن المحمي فلا يمكن لأحد تسجيل الدخول. من يعرف عبارة مرور الجهاز يعيّن مديرًا هنا. جميع الفواتير محفوظة.',
  commandLine:
    'اختفت قائمة العاملين من المخزن المحمي في هذا الحاسوب فلا يمكن لأحد تسجيل الدخول. يعيّن مسؤول الحاسوب مديرًا بالأمر \u2066khatm manager\u2069. جميع الفواتير محفوظة، وما ينتظر ما زال يُرسل.',
  action: 'تعيين هذا المدير',
};

export const vault: Translation<typeof en.vault> = {
  lockedTitle: 'فتح قفل الجهاز',
  lockedText: 'مفتاح الجهاز محمي بعبارة مرور، ولا يمكن البيع أو الإرسال قبل إدخالها. كل الفواتير محفوظة.',
  unavailableTitle: 'تعذّر الوصول إلى مفتاح الجهاز',
  unavailableText: 'لا يمكن البيع أو الإرسال حتى يُفتح. كل الفواتير محفوظة.',
  passphrase: 'عبارة المرور',
  open: 'فتح القفل',
  opening: 'جارٍ الفتح …',
};
