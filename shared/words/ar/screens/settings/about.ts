import type * as en from '../../../en/screens/settings/about.ts';
import type { Translation } from '../../../plural.ts';

export const about: Translation<typeof en.about> = {
  title: 'عن ختم',
  lead: 'فواتير ضريبية لنقاط البيع في المملكة العربية السعودية. ختم برنامج حر بترخيص MIT.',
  version: 'الإصدار',
  terminal: 'هذا التثبيت',
  folder: 'مجلد البيانات',
  logs: 'مجلد السجل التقني',
  system: 'النظام',
  parts: 'بُني على',
  certificate: 'الشهادة',
  licences: 'التراخيص',
  licencesLead:
    'يتضمن ختم المكتبات التالية. تراخيصها كلها أيضًا في الملف \u2066LICENSES.libraries.txt\u2069 في مجلد البرنامج، وتراخيص Chromium في \u2066LICENSES.chromium.html\u2069.',
  noText: 'لا تتضمن المكتبة نص ترخيصها.',
  noLicences: 'لم يُشغّل البرنامج من حزمة تثبيت. التراخيص بجانب المكتبات في \u2066node_modules\u2069.',
};
