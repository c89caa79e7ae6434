import type { en } from '../../en/screens/practice.ts';
import type { Translation } from '../../plural.ts';

export const ar: Translation<typeof en> = {
  practice: {
    title: 'التدرب على الأعطال',
    lead: 'اطلب عطلًا ثم تابع البيع: ما تراه حينها هو ما ستراه في يوم سيئ. يدوم كل عطل دقيقتين، أو حتى المستند التالي.',
    order: {
      away: 'الهيئة لا تجيب مدة دقيقتين',
      slow: 'الهيئة بطيئة مدة دقيقتين',
      refuseNext: 'الهيئة ترفض المستند التالي',
      warnNext: 'الهيئة تقبل المستند التالي مع تحذير',
      noPaper: 'لا ورق في الطابعة مدة دقيقتين',
    },
    until: 'حتى {at}',
    forNext: 'ينتظر المستند التالي',
    end: 'إنهاء كل ذلك الآن',
  },
};
