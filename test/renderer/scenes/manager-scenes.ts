import type { Page } from 'playwright-core';
import { failedSeries, fakeCompany, stepsAt } from '../fakes/fake-credentials.ts';
import { shopAuthority } from '../fakes/fake-network.ts';
import type { FakeOptions } from '../fakes/fake-terminal.ts';

/* Every screen of sign-in, set-up and settings, for pictures and for the layout tests. */

export interface Scene {
  readonly hash?: string;
  readonly fake?: FakeOptions;
  act?(page: Page): Promise<void>;
}

const people = [
  { name: 'نورة العتيبي', role: 'manager' as const },
  { name: 'سالم', role: 'cashier' as const },
  { name: 'Maria Santos', role: 'cashier' as const },
];
const manager: FakeOptions = { people, person: 'نورة العتيبي', invoices: 40 };
const offer = {
  version: '0.2.0',
  isOlder: false,
  notes: {
    en: 'Receipts print faster.\nA return by card goes back to the card.',
    ar: 'طباعة الإيصالات أسرع.\nالمرتجع المدفوع بالبطاقة يعود إليها.',
  },
  stage: 25,
  bytes: 142_300_000,
  since: '2026-11-19T23:10:00.000Z',
  tonight: false,
};
const simulation: FakeOptions = { ...manager, environment: 'simulation', credential: 'none' };
const live: FakeOptions = { ...manager, environment: 'production' };
const printers = [
  { name: 'EPSON_TM_T20III', label: 'EPSON TM-T20III' },
  { name: 'Office', label: 'Office' },
];
/** Presses the main action once the screen has one. */
const main = async (page: Page) => {
  await page.locator('main button', { hasText: 'F9' }).waitFor();
  await page.keyboard.press('F9');
};
/** Runs the diagnosis. */
const diagnose = async (page: Page) => {
  await main(page);
  await page.locator('li[data-state]').first().waitFor();
};
const renew = (page: Page) => page.getByRole('button', { name: /^(Renew|تجديد)$/ }).click();

const openCardPayments: FakeOptions['cardPayments'] = [
  {
    id: '5f0c6a3e-8c8e-4a60-9d5f-0d2f5a1f7c07',
    sale: '5f0c6a3e-8c8e-4a60-9d5f-0d2f5a1f7c08',
    amount: 9_900,
    currency: 'SAR',
    at: '2026-11-20T08:02:00.000Z',
    state: 'cancelled',
    late: true,
    taken: 9_900,
    endedBy: 'نورة العتيبي',
    reference: 'SIM000009',
  },
  {
    id: '5f0c6a3e-8c8e-4a60-9d5f-0d2f5a1f7c09',
    sale: '5f0c6a3e-8c8e-4a60-9d5f-0d2f5a1f7c10',
    back: true,
    amount: 2_300,
    currency: 'SAR',
    at: '2026-11-20T08:30:00.000Z',
    state: 'approved',
    reference: 'SIM000010',
    lastFour: '0000',
  },
  {
    id: '5f0c6a3e-8c8e-4a60-9d5f-0d2f5a1f7c11',
    sale: '5f0c6a3e-8c8e-4a60-9d5f-0d2f5a1f7c12',
    back: true,
    amount: 1_500,
    currency: 'SAR',
    at: '2026-11-20T08:31:00.000Z',
    state: 'unknown',
  },
  {
    id: '5f0c6a3e-8c8e-4a60-9d5f-0d2f5a1f7c01',
    sale: '5f0c6a3e-8c8e-4a60-9d5f-0d2f5a1f7c02',
    amount: 11_500,
    currency: 'SAR',
    at: '2026-11-20T09:12:00.000Z',
    state: 'approved',
    reference: 'SIM000012',
    lastFour: '0000',
    scheme: 'SIMULATOR',
  },
  {
    id: '5f0c6a3e-8c8e-4a60-9d5f-0d2f5a1f7c03',
    sale: '5f0c6a3e-8c8e-4a60-9d5f-0d2f5a1f7c04',
    amount: 4_350,
    currency: 'SAR',
    at: '2026-11-20T09:40:00.000Z',
    state: 'unknown',
  },
  {
    id: '5f0c6a3e-8c8e-4a60-9d5f-0d2f5a1f7c05',
    sale: '5f0c6a3e-8c8e-4a60-9d5f-0d2f5a1f7c06',
    amount: 7_000,
    currency: 'SAR',
    at: '2026-11-20T09:55:00.000Z',
    state: 'differs',
    taken: 7_700,
    says: 'SAR 77.00',
    reference: 'SIM000013',
    approvalCode: '000013',
    lastFour: '0000',
  },
];

/** Chooses one of each device, and types a wrong address. */
async function chooseDevices(page: Page): Promise<void> {
  await page
    .getByRole('radio', { name: /^(On the network|على الشبكة)/ })
    .first()
    .check();
  await page.locator('#devices-printer-host').fill('192.168.1.50');
  await page.getByRole('radio', { name: /^(By itself|تلقائيًا)/ }).check();
  await page.getByRole('radio', { name: /^(By cable|بكيبل)$/ }).check();
  await page.locator('#devices-display-path').fill('/dev/ttyUSB0');
  await page.getByRole('radio', { name: /^(Simulator|محاكٍ)/ }).check();
}

/** A day at a small shop, with a return in the last hour. */
const takings: FakeOptions['takings'] = {
  sales: { count: 214, total: 1_284_350 },
  returns: { count: 3, total: 21_500 },
  discounts: 14_275,
  vatOwed: 157_598,
  days: [{ day: '2026-11-20', count: 217, total: 1_262_850 }],
  hours: [
    { hour: 9, count: 12, total: 61_400 },
    { hour: 10, count: 55, total: 402_350 },
    { hour: 11, count: 101, total: 610_600 },
    { hour: 12, count: 46, total: 210_000 },
    { hour: 13, count: 3, total: -21_500 },
  ],
  people: [
    { name: 'سالم', kind: 'person', count: 180, total: 1_062_850, discounts: 9_275 },
    { name: 'Maria Santos', kind: 'person', count: 37, total: 200_000, discounts: 5_000 },
  ],
  means: [
    { means: 'card', count: 160, received: 984_350, paidBack: 0 },
    { means: 'cash', count: 57, received: 300_000, paidBack: 21_500 },
  ],
  vat: [
    { category: 'S', rate: '15.00', taxable: 1_050_652, vat: 157_598 },
    { category: 'Z', rate: '0.00', taxable: 54_600, vat: 0 },
  ],
  articles: [
    { key: '1', name: 'قهوة سعودية', quantity: '412', total: 576_800 },
    {
      key: '2',
      name: 'Premium Sukkari dates from Qassim, large gift box',
      quantity: '12.375',
      total: 475_400,
    },
    { key: '3', name: 'شاي كرك', quantity: '88', total: 52_800 },
  ],
  otherCurrencies: [{ currency: 'USD', count: 1, total: 10_000 }],
};

const aFirstDay = {
  environment: 'training',
  sampleShop: 'cafe',
  sample: 'cafe',
  firstDay: ['prices'],
} as const;

export const managerScenes: Record<string, Scene> = {
  today: { hash: '#/today', fake: { ...live, takings } },
  reports: { hash: '#/reports/articles', fake: live },
  'reports-vat': { hash: '#/reports/vatReturn', fake: live },
  activity: { hash: '#/activity', fake: live },
  help: { hash: '#/settings/help', fake: live },
  'today-first': { hash: '#/today', fake: { ...live, invoices: 0 } },
  'reports-people': { hash: '#/reports/people', fake: live },
  'reports-vat-documents': {
    hash: '#/reports/vatReturn',
    fake: live,
    act: (page) => page.locator('#vat-box').scrollIntoViewIfNeeded(),
  },
  'reports-shifts': { hash: '#/reports/shifts', fake: live },
  month: { hash: '#/month', fake: live },
  'month-working': {
    hash: '#/month',
    fake: {
      ...live,
      month: { state: 'working', month: '2026-10', folder: '/media/usb/khatm', done: 31_250, of: 98_417 },
    },
  },
  'month-unfinished': {
    hash: '#/month',
    fake: {
      ...live,
      month: {
        state: 'unfinished',
        month: '2026-10',
        folder: '/media/usb/khatm',
        failure: { code: 'folder-unusable' },
      },
    },
  },
  'month-made': {
    hash: '#/month',
    fake: {
      ...live,
      month: {
        state: 'made',
        month: '2026-10',
        folder: '/media/usb/khatm',
        file: '/media/usb/khatm/khatm-399999999900003-T1-2026-10.zip',
        documents: 98_417,
        bytes: 412_300_000,
        isOpenToAll: true,
      },
    },
  },
  'today-alarms': {
    hash: '#/today',
    fake: {
      ...live,
      alarms: [
        { kind: 'parked', level: 'red', count: 2 },
        { kind: 'backup', level: 'amber', why: 'disk-full' },
        { kind: 'office', level: 'amber', why: 'certificate' },
        { kind: 'drawer', level: 'amber' },
        { kind: 'refused', level: 'red', count: 3 },
        { kind: 'certificate', level: 'amber', count: 40 },
        { kind: 'disk', level: 'amber', why: 'short', free: '1.4' },
        { kind: 'folder', level: 'red', why: 'synced' },
        { kind: 'printer', level: 'amber', code: 'printer-no-paper', since: '2026-11-20T07:10:00.000Z' },
        ...(['failing', 'gone', 'given-up'] as const).map((why) => ({
          kind: 'webhook' as const,
          level: 'amber' as const,
          why,
          count: 12,
          since: '2026-11-19T07:10:00.000Z',
          endpoint: why,
          receiver: 'books.example:8443',
        })),
      ],
    },
  },
  'sign-in': { fake: { people, invoices: 40, environment: 'production' } },
  pin: {
    fake: { people, invoices: 40, environment: 'production' },
    async act(page) {
      await page.getByRole('button', { name: /نورة/ }).click();
      await page.keyboard.type('2468');
    },
  },
  'pin-again': {
    hash: '#/settings/people',
    fake: { ...manager, environment: 'production' },
    async act(page) {
      await page.getByRole('button', { name: /Maria/ }).last().click();
      await page.evaluate(() => window.fake.failNext('people.remove', { code: 'pin-needed' }));
      await page.getByRole('button', { name: /^(Remove|حذف|إزالة)$/ }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'people-restored': {
    hash: '#/settings/people',
    fake: {
      ...manager,
      environment: 'production',
      alarms: [{ kind: 'people', level: 'red', why: 'altered' }],
    },
  },
  'people-lost': {
    fake: { role: 'nobody', environment: 'production', peopleState: 'lost', canRecoverPeople: true },
  },
  'people-lost-keychain': { fake: { role: 'nobody', environment: 'production', peopleState: 'lost' } },
  unlock: {
    fake: { ...manager, environment: 'simulation', vault: 'locked' },
    async act(page) {
      await page.keyboard.type('not this one');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  updates: {
    hash: '#/settings/updates',
    fake: { ...manager, environment: 'production', updates: { server: 'https://updates.example', offer } },
  },
  'updates-tonight': {
    hash: '#/settings/updates',
    fake: {
      ...manager,
      environment: 'production',
      alarms: [{ kind: 'update', level: 'amber', why: 'failed' }],
      updates: {
        offer: { ...offer, tonight: true, isOlder: true, folder: '/media/usb/khatm-0.2.0' },
        last: { version: '0.2.0', at: '2026-11-20T00:10:00.000Z', why: 'backup-failed' },
        wait: 'basket',
      },
    },
  },
  'updates-system': {
    hash: '#/settings/updates',
    fake: {
      ...manager,
      environment: 'production',
      updates: {
        way: 'system',
        command: 'sudo apt-get update && sudo apt-get install khatm',
        server: 'https://updates.example',
        serverFromPolicy: true,
        offer,
      },
    },
  },
  'updates-none': {
    hash: '#/settings/updates',
    fake: { ...manager, environment: 'production' },
    async act(page) {
      await page.locator('#update-folder-folder').fill('/media/usb');
      await page.keyboard.press('Enter');
      await page.getByText(/not signed|غير موقّع/).waitFor();
      await page.locator('#update-settings-from').fill('25:00');
      await page.keyboard.press('Enter');
    },
  },
  'vault-gone': { fake: { ...manager, environment: 'simulation', vault: 'unavailable' } },
  'setup-manager': { hash: '#/setup', fake: { invoices: 3 }, act: main },
  'setup-training-only': { hash: '#/setup', fake: { invoices: 3, trainingOnly: true } },
  'setup-environment': { hash: '#/setup', fake: { ...manager, environment: 'training' } },
  'setup-production': {
    hash: '#/setup/production',
    fake: { ...manager, environment: 'training' },
    act: main,
  },
  'setup-go-live': {
    hash: '#/setup/production',
    fake: {
      ...manager,
      environment: 'training',
      goLive: {
        articles: 'articles-none',
        people: 'people-alone',
        printer: 'printer-none',
        backup: 'backup-same-disk',
        clock: 'clock-wrong',
        sale: 'sale-none',
        clearance: 'clearance-none',
      },
      waived: ['people'],
    },
    async act(page) {
      await page
        .getByRole('button', { name: /^(Do without it|الاستغناء عنه)$/ })
        .first()
        .click();
      await main(page);
    },
  },
  'setup-go-live-code': {
    fake: {
      ...simulation,
      environment: 'production',
      company: fakeCompany,
      goLive: { clearance: 'clearance-none' },
    },
    act: main,
  },
  'setup-authority': {
    hash: '#/setup',
    fake: { ...simulation, company: fakeCompany },
    act: (page) => page.getByRole('button', { name: /^(Network of|شبكة)/ }).click(),
  },
  'setup-passphrase': {
    hash: '#/setup',
    fake: { ...manager, environment: 'training', passphraseNeeded: true },
    act: main,
  },
  'setup-company': { fake: simulation, act: main },
  'setup-terminal': {
    fake: { ...simulation, company: fakeCompany },
    async act(page) {
      await page.locator('main nav button').nth(1).click();
    },
  },
  'setup-code': { fake: { ...simulation, company: fakeCompany } },
  'setup-code-live': {
    fake: { ...simulation, environment: 'production', company: fakeCompany },
    act: main,
  },
  'setup-series': {
    fake: { ...simulation, company: fakeCompany, credential: 'compliance' },
    async act(page) {
      await page.evaluate(() => window.fake.credentials.series(3));
    },
  },
  'setup-refused': {
    fake: {
      ...simulation,
      company: fakeCompany,
      credential: 'compliance',
      flow: {
        running: false,
        steps: stepsAt('series', 'failed', 6, 2),
        series: failedSeries('standard-debit-note'),
        failure: {
          code: 'gateway-refused',
          detail: {
            step: 'series',
            code: 'BR-KSA-17',
            message: 'Debit and credit note must contain the reason',
          },
        },
      },
    },
  },
  'setup-otp-again': {
    fake: {
      ...simulation,
      company: fakeCompany,
      flow: {
        running: false,
        needsOtp: true,
        steps: stepsAt('compliance', 'failed'),
        failure: {
          code: 'gateway-refused',
          detail: {
            step: 'compliance',
            httpStatus: 400,
            code: 'Invalid-OTP',
            message: 'The provided OTP is invalid',
          },
        },
      },
    },
  },
  'setup-done': { hash: '#/setup', fake: { ...manager, environment: 'simulation' } },
  certificate: { hash: '#/settings/certificate', fake: live },
  'backup-key': {
    hash: '#/settings/maintenance',
    fake: { ...live, backups: { folder: '/media/usb/khatm' } },
    async act(page) {
      await page.locator('section[aria-labelledby=backup-encryption] button').first().click();
      await page.locator('section[aria-labelledby=backup-encryption] bdi').waitFor();
    },
  },
  'backup-read': {
    hash: '#/settings/maintenance',
    fake: { ...live, backups: { folder: '/media/usb/khatm' } },
    async act(page) {
      await page.locator('section[aria-labelledby=backup-files] li button').first().click();
      const opened = page.locator('section[aria-labelledby=backup-opened]');
      await opened.locator('button').nth(-2).click();
      await opened.locator('#restore-last').waitFor();
    },
  },
  'backup-older': {
    hash: '#/settings/maintenance',
    fake: { ...live, backups: { folder: '/media/usb/khatm' }, hasNewerBackup: true },
    async act(page) {
      await page.locator('section[aria-labelledby=backup-files] li button').first().click();
      const opened = page.locator('section[aria-labelledby=backup-opened]');
      await opened.locator('button').nth(-2).click();
      await opened.locator('input[type=checkbox]').check();
      await opened.locator('#restore-last').fill('T1-999999');
      await opened.locator('button[type=submit][aria-disabled=false]').click();
      await opened.getByText('T1-999999').waitFor();
    },
  },
  'by-policy-backups': {
    hash: '#/settings/maintenance',
    fake: {
      ...live,
      backups: { folder: '/media/nas/khatm' },
      policyFields: ['backups'],
      alarms: [{ kind: 'policy', level: 'amber' }],
    },
  },
  'by-policy-devices': { hash: '#/settings/devices', fake: { ...live, policyFields: ['printer'] } },
  'environments-network': {
    hash: '#/settings/environments',
    fake: {
      ...live,
      network: {
        proxy: 'http://proxy.najd:3128',
        proxyUser: 'till',
        hasProxyPassword: true,
        authorities: [shopAuthority, { ...shopAuthority, fingerprint: 'CC', fromPolicy: true }],
        policy: { file: '/etc/khatm/policy.json', state: 'in-force' },
      },
    },
    async act(page) {
      await page.locator('input[type=file]').locator('xpath=..').scrollIntoViewIfNeeded();
    },
  },
  'certificate-trial': { hash: '#/settings/certificate', fake: { ...live, trial: true } },
  'certificate-soon': {
    hash: '#/settings/certificate',
    fake: {
      ...live,
      daysLeft: 9,
      predecessor: true,
      refusals: {
        lastDay: 14,
        inARow: 14,
        last: {
          at: '2026-11-20T09:12:00.000Z',
          httpStatus: 401,
          code: 'invalid-credentials',
          message: 'Unauthorized',
          cause: 'pair-revoked',
        },
      },
    },
  },
  'certificate-none': { hash: '#/settings/certificate', fake: simulation },
  reissue: {
    hash: '#/settings/certificate',
    fake: live,
    async act(page) {
      await page.getByRole('button', { name: /^(Re-issue|إعادة الإصدار)$/ }).click();
    },
  },
  renewal: { hash: '#/settings/certificate', fake: { ...live, daysLeft: 40 }, act: renew },
  environments: { hash: '#/settings/environments', fake: { ...manager, environment: 'simulation' } },
  company: { hash: '#/settings/company', fake: live },
  diagnosis: { hash: '#/settings/diagnosis', fake: live, act: diagnose },
  startup: {
    hash: '#/settings/devices',
    fake: { ...live, policyFields: ['autostart'] },
    async act(page) {
      await page.getByRole('switch').last().click();
      await page.getByText(/Text size|حجم النص/).scrollIntoViewIfNeeded();
    },
  },
  about: { hash: '#/settings/about', fake: live },
  'about-licences': {
    hash: '#/settings/about',
    fake: {
      ...live,
      alarms: [{ kind: 'safe-mode', level: 'amber', why: 'stops' }],
      libraries: ['decimal.js', 'zod'].map((name) => ({
        name,
        version: '1.0.0',
        licence: 'MIT',
        text: 'Permission is hereby granted, free of charge, to any person obtaining a copy of this software. '.repeat(
          12,
        ),
      })),
    },
    async act(page) {
      await page.getByRole('button', { name: /zod/ }).click();
      await page.locator('pre').scrollIntoViewIfNeeded();
    },
  },
  'diagnosis-steps': {
    hash: '#/settings/diagnosis',
    fake: live,
    async act(page) {
      await diagnose(page);
      await page.locator('li[data-state="failed"]').last().scrollIntoViewIfNeeded();
    },
  },
  'diagnosis-log': {
    hash: '#/settings/diagnosis',
    fake: live,
    async act(page) {
      await page.locator('section select').selectOption('info');
      await page.locator('summary').first().click();
      await page.locator('summary').last().scrollIntoViewIfNeeded();
    },
  },
  'diagnosis-file': {
    hash: '#/settings/diagnosis',
    fake: live,
    async act(page) {
      await page.locator('#bundle-folder').fill('/media/stick');
      await page.locator('button[type="submit"]').click();
      await page.getByText('khatm-support').waitFor();
    },
  },
  people: { hash: '#/settings/people', fake: live },
  printing: { hash: '#/settings/printing', fake: { ...live, printers } },
  'printing-own': {
    hash: '#/settings/printing',
    fake: { ...live, printers },
    async act(page) {
      await page.locator('#own-printer-invoices').selectOption('system');
      await page.locator('#own-printer-invoices-name').selectOption('Office');
      await page.locator('#own-printer-reports').selectOption('network');
      await page
        .locator('form', { has: page.locator('#own-printer-invoices') })
        .locator('button[type="submit"]')
        .click();
      await page.locator('#own-printer-invoices').scrollIntoViewIfNeeded();
    },
  },
  'printing-shown': {
    hash: '#/settings/printing',
    fake: { ...live, printers },
    act: (page) => page.getByRole('switch').last().scrollIntoViewIfNeeded(),
  },
  'printing-gone': {
    hash: '#/settings/printing',
    fake: { ...live, printers: [], printing: { autoPrint: true, printer: 'Bixolon_SRP_350' } },
    async act(page) {
      await page.getByRole('button', { name: /^(Print a test page|طباعة صفحة تجربة)$/ }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  devices: {
    hash: '#/settings/devices',
    fake: { ...live, environment: 'training', cardPayments: openCardPayments },
  },
  'devices-printer': {
    hash: '#/settings/devices',
    fake: live,
    async act(page) {
      await chooseDevices(page);
      await page.locator('#devices-printer-host').fill('192.168.1.50 !');
      await page.locator('button[type="submit"]').last().click();
      await page.locator('#devices-printer-host').scrollIntoViewIfNeeded();
    },
  },
  'devices-usual': { hash: '#/settings/devices', fake: live },
  'devices-display': {
    hash: '#/settings/devices',
    fake: { ...live, environment: 'training' },
    async act(page) {
      await chooseDevices(page);
      await page.locator('#devices-display-welcome').scrollIntoViewIfNeeded();
    },
  },
  'devices-card': {
    hash: '#/settings/devices',
    fake: { ...live, environment: 'training' },
    async act(page) {
      await chooseDevices(page);
      await page.locator('button[type="submit"]').last().click();
      await page.getByRole('radio', { name: /^(It declines|يرفض)$/ }).scrollIntoViewIfNeeded();
    },
  },
  'printing-in-browser': { hash: '#/settings/printing', fake: live },
  'people-limits': {
    hash: '#/settings/people',
    fake: live,
    act: (page) => page.locator('#limits-lockMinutes').scrollIntoViewIfNeeded(),
  },
  'first-shop': { fake: { sampleShop: 'new', invoices: 0 } },
  'first-day-sale': { fake: { ...manager, ...aFirstDay } },
  'first-day': { hash: '#/today', fake: { ...manager, ...aFirstDay } },
  'first-day-removal': {
    hash: '#/today',
    fake: { ...manager, ...aFirstDay },
    async act(page) {
      await page.getByRole('button', { name: /Remove the sample shop|إزالة المتجر التجريبي/ }).click();
    },
  },
  'practice-sale': {
    fake: { ...manager, environment: 'training' },
    async act(page) {
      await page.getByRole('button', { name: /Practise trouble|التدرب على الأعطال/ }).click();
      await page.getByRole('button', { name: /card is declined|البطاقة مرفوضة/ }).click();
      await page.getByRole('button', { name: /End all|إنهاء كل/ }).waitFor();
    },
  },
  practice: {
    hash: '#/settings/environments',
    fake: manager,
    async act(page) {
      const section = page.locator('section[aria-labelledby="practice"]');
      await section.locator('button').first().click();
      await section.locator('button').nth(2).click();
      await section.locator('button').last().scrollIntoViewIfNeeded();
    },
  },
  'people-add': {
    hash: '#/settings/people',
    fake: live,
    async act(page) {
      await page.getByRole('button', { name: /Add a person|إضافة شخص/ }).click();
      await page.keyboard.press('Enter');
    },
  },
};
