import type { ConnectionFault } from '../connection-fault.ts';
import type { Language } from './vocabulary.ts';

/** Why a connection could not be made, and what to do. */
export const connectionFaultWords: Readonly<Record<Language, Readonly<Record<ConnectionFault, string>>>> = {
  en: {
    'tls-expired':
      'The other side’s certificate has expired. Check this device’s date; if it is right, tell whoever runs that server.',
    'tls-not-yet': 'The other side’s certificate is not valid yet. Check this device’s date and time.',
    'tls-self-signed':
      'The other side’s certificate is signed by itself alone. If the server is your own, add its certificate under Network; if not, do not.',
    'tls-unknown-issuer':
      'The other side’s certificate comes from an issuer this terminal does not trust. A company network may look into connections: then add its authority’s certificate under Network.',
    'tls-host': 'The other side’s certificate is for another name. Check the address.',
    'tls-broken':
      'A secure connection could not be made. Something on the way may look into connections or break them.',
    'proxy-unreachable': 'The proxy cannot be reached. Check its address under Network.',
    'proxy-credentials': 'The proxy wants another name and password. Enter them under Network.',
    'proxy-refused': 'The proxy does not let this connection through. Ask whoever runs the network.',
    'name-unknown': 'The address’s name is not known here. Check the network and the address.',
  },
  ar: {
    'tls-expired':
      'انتهت صلاحية شهادة الطرف الآخر. تحقق من تاريخ هذا الجهاز، فإن كان صحيحًا فأبلغ القائمين على ذلك الخادم.',
    'tls-not-yet': 'لم تبدأ صلاحية شهادة الطرف الآخر بعد. تحقق من التاريخ والوقت في هذا الجهاز.',
    'tls-self-signed':
      'شهادة الطرف الآخر موقّعة من نفسه فقط. إن كان الخادم لكم فأضف شهادته في صفحة الشبكة، وإلا فلا تضفها.',
    'tls-unknown-issuer':
      'شهادة الطرف الآخر من جهة لا يثق بها هذا الجهاز. قد تفحص شبكة المنشأة الاتصالات، وعندئذ أضف شهادة جهتها المصدِّقة في صفحة الشبكة.',
    'tls-host': 'شهادة الطرف الآخر لاسم آخر. تحقق من العنوان.',
    'tls-broken': 'تعذّر إنشاء اتصال آمن. قد يفحص شيء في الطريق الاتصالات أو يقطعها.',
    'proxy-unreachable': 'تعذّر الوصول إلى الخادم الوكيل. تحقق من عنوانه في صفحة الشبكة.',
    'proxy-credentials': 'يطلب الخادم الوكيل اسمًا وكلمة مرور آخرين. أدخلهما في صفحة الشبكة.',
    'proxy-refused': 'لا يسمح الخادم الوكيل بهذا الاتصال. راجع القائمين على الشبكة.',
    'name-unknown': 'اسم العنوان غير معروف هنا. تحقق من الشبكة ومن العنوان.',
  },
};
