import type { Page } from 'playwright-core';
import type { FakeOptions } from '../fakes/fake-terminal.ts';
import type { Scene } from './manager-scenes.ts';

/* Every screen of the integrations, for pictures and for the layout tests. */

const people = [{ name: 'نورة العتيبي', role: 'manager' as const }];
const empty: FakeOptions = { people, person: 'نورة العتيبي', invoices: 40, environment: 'simulation' };
const full: FakeOptions = { ...empty, integrations: true };
const withCashier: FakeOptions = {
  people: [...people, { name: 'Mona', role: 'manager' }, { name: 'سالم', role: 'cashier' }],
};
const { person: _, ...withNobody } = full;
const at = (section?: string) => `#/settings/integrations${section === undefined ? '' : `/${section}`}`;
const press = (page: Page, name: RegExp, nth = 0) => page.getByRole('button', { name }).nth(nth).click();
const change = /^(Change|تعديل)/;

export const integrationScenes: Record<string, Scene> = {
  hub: { hash: at(), fake: { ...full, approvals: 1 } },
  'hub-empty': { hash: at(), fake: empty },
  'hub-broken': { hash: at(), fake: { ...empty, integrationsBroken: true } },
  'programs-broken': { hash: at('programs'), fake: { ...empty, integrationsBroken: true } },
  api: { hash: at('api'), fake: full },
  'api-empty': { hash: at('api'), fake: empty },
  'api-training': {
    hash: at('api'),
    fake: { ...full, environment: 'training' },
    act: (page) =>
      page
        .getByRole('textbox', { name: /Fixed port of the sandbox|منفذ ثابت للبيئة/ })
        .scrollIntoViewIfNeeded(),
  },
  'api-taken': { hash: at('api'), fake: { ...empty, portTaken: true } },
  'api-ending': {
    hash: at('api'),
    fake: { ...full, certificateEnding: true },
    act: (page) => page.getByText(/its next certificate|شهادته التالية/).scrollIntoViewIfNeeded(),
  },
  'api-own-certificate': {
    hash: at('api'),
    fake: full,
    async act(page) {
      await press(page, /Make a new one|إنشاء شهادة جديدة/);
      await press(page, /certificate of your own|شهادة من عندك/);
      await press(page, /Use this one|استخدام هذه/);
      await page.getByRole('button', { name: /Use this one|استخدام هذه/ }).scrollIntoViewIfNeeded();
    },
  },
  programs: { hash: at('programs'), fake: full },
  'programs-empty': { hash: at('programs'), fake: empty },
  'program-new': {
    hash: at('programs'),
    fake: full,
    async act(page) {
      await press(page, /Add a program|إضافة برنامج/);
      await page.locator('label', { hasText: /An app for a person|تطبيق لشخص/ }).click();
      await page.keyboard.press('Enter');
    },
  },
  'program-made': {
    hash: at('programs'),
    fake: full,
    async act(page) {
      await press(page, /Add a program|إضافة برنامج/);
      await page.locator('#program-name').fill('Till 2 · الصندوق');
      await page.keyboard.press('Enter');
      await page.getByText(/you will not see it again|لن تراه مرة أخرى/).waitFor();
    },
  },
  'program-open': {
    hash: at('programs'),
    fake: full,
    async act(page) {
      await press(page, change);
      await press(page, /Shut out for good|منعه نهائيًا/);
      await page.getByRole('alert').scrollIntoViewIfNeeded();
    },
  },
  'program-calls': {
    hash: at('programs'),
    fake: full,
    async act(page) {
      await press(page, change);
      await press(page, /Its last calls|آخر طلباته/);
      await page.getByText('/v2/invoices').first().scrollIntoViewIfNeeded();
    },
  },
  approvals: { hash: at('approvals'), fake: { ...full, approvals: 2 } },
  'approvals-empty': { hash: at('approvals'), fake: empty },
  'approval-notice': { hash: '#/', fake: { ...full, approvals: 1 } },
  'approval-cashier': {
    hash: at('approvals'),
    fake: { ...full, ...withCashier, person: 'سالم', approvals: 1 },
  },
  'approval-nobody': { hash: '#/', fake: { ...withNobody, ...withCashier, approvals: 2 } },
  folder: { hash: at('folder'), fake: full },
  'folder-refused': {
    hash: at('folder'),
    fake: full,
    act: (page) => press(page, /^(Show the last refused files|عرض آخر الملفات المرفوضة)/),
  },
  'folder-empty': { hash: at('folder'), fake: empty },
  webhooks: { hash: at('webhooks'), fake: full, act: (page) => press(page, /^(Send a test|إرسال تجربة)/, 1) },
  'webhooks-empty': { hash: at('webhooks'), fake: empty },
  'receiver-new': {
    hash: at('webhooks'),
    fake: full,
    async act(page) {
      await press(page, /Add a receiver|إضافة مستقبِل/);
      await page.locator('label', { hasText: /own network|شبكة هذا المتجر/ }).click();
      await press(page, /secret already|سر من قبل/);
    },
  },
  'receiver-open': {
    hash: at('webhooks'),
    fake: full,
    act: (page) => press(page, change),
  },
  'sender-settings': {
    hash: at('webhooks'),
    fake: empty,
    async act(page) {
      await press(page, /Settings of all|إعدادات كل/);
      await press(page, /Other names|أسماء أخرى/);
    },
  },
  'receiver-tested': {
    hash: at('webhooks'),
    fake: full,
    async act(page) {
      await press(page, /^(Send a test|إرسال تجربة)/);
      await page.getByRole('listitem').nth(3).waitFor();
    },
  },
  deliveries: { hash: at('deliveries'), fake: full },
  'deliveries-empty': { hash: at('deliveries'), fake: empty },
  'deliveries-dead': {
    hash: at('deliveries'),
    fake: full,
    act: (page) => page.locator('label', { hasText: /^(Undelivered|غير المُسلَّم)$/ }).click(),
  },
  delivery: {
    hash: at('deliveries'),
    fake: full,
    async act(page) {
      await page.locator('main li button').nth(2).click();
      await press(page, /^(Give up|ترك الإرسال)$/);
    },
  },
  inbound: { hash: at('inbound'), fake: full },
  'inbound-empty': { hash: at('inbound'), fake: empty },
  'inbound-secret': {
    hash: at('inbound'),
    fake: empty,
    act: (page) => press(page, /Make the secret|إنشاء السر/),
  },
  'inbound-two': {
    hash: at('inbound'),
    fake: full,
    async act(page) {
      await press(page, /Make a second secret|إنشاء سر ثانٍ/);
      await press(page, /^(I have kept it|احتفظت به)/);
    },
  },
  remoteInvoices: { hash: at('remoteInvoices'), fake: full },
  'remote-invoices-empty': { hash: at('remoteInvoices'), fake: empty },
  'remote-empty': {
    hash: at('remote'),
    fake: empty,
    async act(page) {
      await press(page, /^(Connect|اتصال)$/);
      await press(page, /Advanced|متقدم/);
    },
  },
  remote: { hash: at('remote'), fake: empty, act: (page) => connect(page, 'khatm-olaya') },
  'remote-refused': { hash: at('remote'), fake: empty, act: (page) => connect(page, 'wrong') },
};

async function connect(page: Page, clientId: string): Promise<void> {
  await page
    .getByLabel(/Address of the other system|عنوان النظام الآخر/)
    .fill('https://erp.najd.example/api');
  await page.getByRole('textbox', { name: /Client ID|معرّف العميل/ }).fill(clientId);
  await page.locator('input[type=password]').first().fill('a secret that is none');
  await page.keyboard.press('Enter');
  await page
    .getByText(/Fetched|جُلب|did not accept|لم يقبل/)
    .first()
    .waitFor();
}
