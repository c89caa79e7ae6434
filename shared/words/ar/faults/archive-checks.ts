import type { en } from '../../en/faults/archive-checks.ts';
import type { Translation } from '../../plural.ts';

export const ar: Translation<typeof en> = {
  failures: {
    'manifest-unreadable': 'هذا الملف ليس بيان أرشيف، أو هو تالف.',
    'manifest-newer': 'أُعدّ هذا البيان بإصدار أحدث. افحصه بذلك الإصدار.',
    'manifest-misnamed': 'اسمه بحسب محتواه \u2066{name}\u2069.',
    'manifest-missing': 'الملف \u2066{name}\u2069 مفقود، فلا شيء يذكر ما يجب أن يحويه هذا الأرشيف.',
    'signature-missing': 'الملف \u2066{name}\u2069 مفقود.',
    'signature-wrong': 'غُيّر البيان أو توقيعه، أو وقّعه مفتاح آخر.',
    'key-other': 'وقّعه مفتاح آخر: \u2066{key}\u2069',
    'chain-missing': 'البيان السابق لهذا البيان مفقود: رقمه {number} وبصمته SHA-256 \u2066{sha256}\u2069',
    'chain-broken': 'البيان رقم {number} هنا ليس البيان السابق لهذا البيان.',
    'chain-forked': 'الملف \u2066{name}\u2069 له الرقم {number} أيضًا.',
    'chain-other-key': 'البيان السابق رقم {number} يذكر مفتاحًا آخر.',
    'archive-missing': 'الملف \u2066{name}\u2069 مفقود.',
    'archive-differs': 'الملف \u2066{name}\u2069 ليس الأرشيف الموقّع.',
    'sums-missing': 'الملف \u2066{name}\u2069 مفقود.',
    'sums-differ': 'المجاميع الاختبارية في \u2066{name}\u2069 غير التي في البيان.',
  },
  unchecked: {
    'key-not-given':
      'اسأل المكتب الرئيسي: هل \u2066{key}\u2069 مفتاحه؟ ثم أعطه بالخيار \u2066--key\u2069. يستطيع أي أحد التوقيع بمفتاح له.',
    'previous-elsewhere':
      'البيان السابق لهذا البيان ليس بجانبه: رقمه {number} وبصمته SHA-256 \u2066{sha256}\u2069',
    'archive-over': 'الملف \u2066{name}\u2069 مفقود. كان حفظه واجبًا حتى {until}.',
    'documents-packed': 'فُكّ \u2066{name}\u2069 بالأمر tar، ثم افحص مستنداته.',
    'other-witness': 'سجل التدقيق في كل نقطة بيع يذكر هذا البيان بالبصمة \u2066{sha256}\u2069.',
    'end-unknown': 'لا شيء هنا يذكر هل يوجد بيان بعد الرقم {number}.',
  },
};
