import type { FaultKind } from './faults.ts';
import type { Text } from './finding.ts';
import type { ScenarioKind } from './scenarios.ts';

/** One order in words, for the sandbox's page and for `khatm sandbox --help`. */
export interface DirectiveHelp extends Text {
  /** How it is written. */
  readonly form: string;
}

/** What may stand behind an order; without `@CALL` it shows on whichever call comes next. */
export const directiveSyntax: Text = {
  en: 'Many orders may end in *3, which keeps them in force for three answers; before that, those marked @CALL may name one call: @compliance, @compliance-check, @production, @renewal, @reporting or @clearance.',
  ar: 'يمكن أن ينتهي الأمر بعلامة *3 ليسري على ثلاث إجابات فقط، ويمكن لما عليه علامة @CALL أن يخص واجهة واحدة: @compliance أو @compliance-check أو @production أو @renewal أو @reporting أو @clearance.',
};

export const faultWords: Readonly<Record<FaultKind, DirectiveHelp>> = {
  delay: {
    form: 'delay=MILLISECONDS[@CALL]',
    en: 'waits before it does anything',
    ar: 'ينتظر قبل أن يفعل شيئا',
  },
  status: {
    form: 'status=4xx|5xx[@CALL]',
    en: 'answers with this status and takes nothing, for instance status=403@reporting or status=503*20',
    ar: 'يجيب بهذه الحالة ولا يستلم شيئا',
  },
  'rate-limit': {
    form: 'rate-limit=SECONDS[@CALL]',
    en: 'answers 429 with these seconds in Retry-After and takes nothing',
    ar: 'يجيب 429 مع هذه المدة في Retry-After ولا يستلم شيئا',
  },
  'retry-after': {
    form: 'retry-after=SECONDS',
    en: 'puts Retry-After on every answer that status=… orders',
    ar: 'يضيف Retry-After إلى كل إجابة يطلبها status',
  },
  drop: {
    form: 'drop[@CALL]',
    en: 'does all of its work and loses the answer: the document is accepted, the pair issued, the one-time password spent',
    ar: 'ينجز العمل كله وتضيع الإجابة: قبل المستند وصدرت بيانات الاعتماد واستهلك رمز التحقق',
  },
  cut: {
    form: 'cut[@CALL]',
    en: 'does all of its work and cuts the connection in the middle of the answer',
    ar: 'ينجز العمل كله ويقطع الاتصال في منتصف الإجابة',
  },
  'broken-json': {
    form: 'broken-json[@CALL]',
    en: 'does all of its work and sends half of the answer’s text as if it were whole',
    ar: 'ينجز العمل كله ويرسل نصف نص الإجابة كأنه كامل',
  },
  trickle: {
    form: 'trickle=MILLISECONDS[@CALL]',
    en: 'does all of its work and sends the answer one byte at a time, this long apart',
    ar: 'ينجز العمل كله ويرسل الإجابة حرفا حرفا بهذا الفاصل',
  },
  garbage: {
    form: 'garbage[@CALL]',
    en: 'takes nothing and answers 200 with a web page, as a guest network’s sign-in page does',
    ar: 'لا يستلم شيئا ويجيب 200 بصفحة ويب كما تفعل شبكات الضيوف',
  },
  silence: {
    form: 'silence[@CALL]',
    en: 'takes nothing and never answers',
    ar: 'لا يستلم شيئا ولا يجيب أبدا',
  },
  'clock-skew': {
    form: 'clock-skew=SECONDS',
    en: 'sets its clock ahead, or behind where negative: the Date header, certificates, passwords and checks of dates',
    ar: 'يقدم ساعته، أو يؤخرها إن كان العدد سالبا: ترويسة Date والشهادات ورموز التحقق وفحص التواريخ',
  },
  version: {
    form: 'version=V3',
    en: 'accepts this Accept-Version beside V2',
    ar: 'يقبل هذا الإصدار في Accept-Version مع V2',
  },
  'otp-refused': {
    form: 'otp-refused',
    en: 'refuses a good one-time password with Invalid-OTP and does not spend it (a used, an expired and a wrong one look the same)',
    ar: 'يرفض رمز تحقق صحيحا بالرمز Invalid-OTP ولا يستهلكه (المستعمل والمنتهي والخطأ تبدو سواء)',
  },
  'template-refused': {
    form: 'template-refused',
    en: 'answers a certificate request with NOT_COMPLIANT, “Denied by Policy Module”, as for a wrong template',
    ar: 'يجيب طلب الشهادة بـ NOT_COMPLIANT كما لو كان القالب خطأ',
  },
  'compliance-refused': {
    form: 'compliance-refused=DOCUMENT',
    en: 'refuses this document of the compliance series: standard, standard-credit-note, standard-debit-note, simplified, simplified-credit-note or simplified-debit-note',
    ar: 'يرفض هذا المستند من سلسلة اختبار الامتثال',
  },
  'missing-step': {
    form: 'missing-step=DOCUMENT',
    en: 'says Missing-ComplianceSteps of this document though it has passed',
    ar: 'يقول Missing-ComplianceSteps عن هذا المستند مع أنه اجتاز',
  },
  'steps-not-enforced': {
    form: 'steps-not-enforced',
    en: 'gives a production pair without the compliance series, as the developer portal does',
    ar: 'يصدر بيانات الإنتاج دون سلسلة الامتثال كما تفعل بوابة المطورين',
  },
  'canned-certificate': {
    form: 'canned-certificate',
    en: 'issues a certificate of another key, as the developer portal does',
    ar: 'يصدر شهادة لمفتاح آخر كما تفعل بوابة المطورين',
  },
  'certificate-minutes': {
    form: 'certificate-minutes=MINUTES',
    en: 'issues certificates that expire after this many minutes',
    ar: 'يصدر شهادات تنتهي بعد هذا العدد من الدقائق',
  },
  'not-compliant': {
    form: 'not-compliant',
    en: 'answers renewal with 428 and a new compliance pair inside `value`; the series and POST /production/csids come next',
    ar: 'يجيب التجديد بالحالة 428 وببيانات امتثال جديدة داخل value',
  },
  'not-compliant-bare': {
    form: 'not-compliant-bare',
    en: 'the same, not wrapped in `value`',
    ar: 'كذلك دون value',
  },
  'production-once': {
    form: 'production-once',
    en: 'refuses a second POST /production/csids with the same request id; without this order it issues again, and both pairs serve',
    ar: 'يرفض طلب بيانات الإنتاج مرة ثانية بالمعرف نفسه، ودون هذا الأمر يصدرها من جديد وتعمل الاثنتان',
  },
  'renewal-ends-old': {
    form: 'renewal-ends-old',
    en: 'renewal makes the device’s older pairs invalid; without this order they serve until their certificates end',
    ar: 'يبطل التجديد بيانات الجهاز القديمة، ودون هذا الأمر تبقى حتى انتهاء شهاداتها',
  },
  'reissue-keeps-old': {
    form: 'reissue-keeps-old',
    en: 'a new onboarding of a known device leaves its older pairs valid; without this order they end the moment the new one is issued',
    ar: 'لا تبطل إعادة الإصدار بيانات الجهاز القديمة، ودون هذا الأمر تبطل لحظة صدور الجديدة',
  },
  'old-stamp-refused': {
    form: 'old-stamp-refused',
    en: 'refuses a document stamped with another certificate of the device than that of the pair it comes with; without this order it is accepted',
    ar: 'يرفض مستندا مختوما بشهادة أخرى للجهاز غير شهادة بيانات الاعتماد المرسلة، ودون هذا الأمر يقبله',
  },
  'clearance-off': {
    form: 'clearance-off',
    en: 'answers clearance with 303; such documents are then taken by reporting',
    ar: 'يجيب الإجازة بالحالة 303 ويقبل تلك المستندات في الإبلاغ',
  },
};

export const scenarioWords: Readonly<Record<ScenarioKind, DirectiveHelp>> = {
  revoke: {
    form: 'revoke[=all|=DEVICE]',
    en: 'makes the newest production pair invalid; =all every pair; =DEVICE all pairs of the devices whose VAT number and serial contain this text',
    ar: 'يبطل أحدث بيانات إنتاج، أو كل البيانات، أو بيانات الأجهزة التي يحوي رقمها الضريبي وتسلسلها هذا النص',
  },
  'change-secret': {
    form: 'change-secret[=all|=DEVICE]',
    en: 'changes the secret of the same pairs, so that the one the terminal knows is refused',
    ar: 'يغير سر البيانات نفسها فلا يقبل السر الذي تعرفه نقطة البيع',
  },
  'forget-steps': {
    form: 'forget-steps',
    en: 'forgets every compliance step passed so far',
    ar: 'ينسى كل خطوات الامتثال المجتازة',
  },
  'expire-otps': {
    form: 'expire-otps',
    en: 'ends the hour of every one-time password given so far',
    ar: 'ينهي صلاحية كل رموز التحقق الصادرة',
  },
};

/** All orders, as text for a terminal. */
export function directivesInWords(): string {
  const list = (words: readonly DirectiveHelp[]) => words.map(({ form, en }) => `  ${form}\n      ${en}`);
  return [
    'Orders in force until they are taken away (--fault, the page, POST /_sandbox/faults or /_sandbox/order):',
    ...list(Object.values(faultWords)),
    '',
    'Orders done at once and for good (the page, POST /_sandbox/order):',
    ...list(Object.values(scenarioWords)),
    '',
    directiveSyntax.en,
  ].join('\n');
}
