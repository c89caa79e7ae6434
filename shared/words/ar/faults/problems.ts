import type { en } from '../../en/faults/problems.ts';
import type { Translation } from '../../plural.ts';

export const ar: Translation<typeof en> = {
  'bad-request': 'الطلب غير صحيح البناء.',
  'key-missing': 'تلزم الترويسة Idempotency-Key من 1 إلى 255 حرف ASCII مرئيًا.',
  unauthorized: 'يلزم رمز دخول صالح.',
  'token-expired': 'انتهت صلاحية رمز الدخول. اطلب رمزًا جديدًا.',
  'token-revoked': 'أُلغي رمز الدخول أو صلاحية هذا البرنامج.',
  'token-unknown': 'رمز الدخول غير معروف لهذا الجهاز.',
  'insufficient-scope': 'رمز الدخول لا يسمح بهذا.',
  'no-such-path': 'لا شيء على هذا المسار.',
  'no-such-delivery': 'لا يوجد إرسال بهذا المعرّف، أو لم يعد محفوظًا.',
  'method-not-allowed': 'هذا المسار لا يقبل هذه الطريقة. انظر Allow.',
  'key-reused': 'استُخدم Idempotency-Key هذا من قبل لعملية بيع أخرى.',
  'returned-too-much': 'أكثر من المتبقي من الفاتورة. انظر left.',
  'not-returnable': 'لا يمكن إرجاع سلع هذا المستند.',
  'return-under-way': 'هذا المستند ضمن إرجاع أو دفع آخر على جهاز البطاقات الآن. أعد المحاولة لاحقًا.',
  'not-redeliverable': 'تُرك هذا الإرسال أو حُذف مستقبِله، فلا يُعاد.',
  'too-large': 'الطلب كبير جدًا.',
  'media-type': 'يجب أن يكون المحتوى application/json دون ضغط.',
  'wrong-host': 'هذا الجهاز لا يجيب بهذا الاسم.',
  'too-many-requests': 'طلبات كثيرة. أعد المحاولة بعد المدة في Retry-After.',
  'no-pdf': 'هذا الجهاز لا ينشئ PDF.',
};
