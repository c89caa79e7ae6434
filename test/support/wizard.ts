import type { Page } from 'playwright-core';
import { trainingCompany } from '../../main/app/environment/credentials/training.ts';

/*
 * The actions of a manager during set-up, in either language. Fields are found by their IDs, and F9 is the main action
 * everywhere.
 */

export const manager = { name: 'Mona', pin: '482913' } as const;
export const passphrase = 'the shop at the corner';

/** The headings that a person waits for, in both languages. */
const headings = {
  manager: /Who manages this terminal|من يدير هذا الجهاز/,
  environment: /Where should invoices go|إلى أين تُرسل الفواتير/,
  passphrase: /A passphrase for the terminal|عبارة مرور لمفتاح الجهاز/,
  company: /^(The company|المنشأة)$/,
  terminal: /^(This terminal|هذا الجهاز)$/,
  code: /Get a code from the authority|احصل على رمز التحقق \(OTP\) من الهيئة/,
  done: /The terminal is ready|الجهاز جاهز/,
} as const;

export const stands = (page: Page, at: keyof typeof headings) =>
  page.getByRole('heading', { name: headings[at] }).waitFor();

/** Fills in every field from the start to the request for the authority's code, on a machine without a keychain. */
export async function goToCode(page: Page, address: string): Promise<void> {
  const press = (key: string) => page.keyboard.press(key);
  const fill = async (fields: Readonly<Record<string, string | undefined>>) => {
    for (const [id, text = ''] of Object.entries(fields)) await page.locator(`[id="${id}"]`).fill(text);
    await press('F9');
  };
  await page.evaluate(() => {
    window.location.hash = '#/setup';
  });
  await stands(page, 'manager');
  await fill({ 'manager-name': manager.name, 'manager-pin': manager.pin, 'manager-again': manager.pin });
  await stands(page, 'environment');
  await page.locator('form button[aria-expanded]').click();
  await fill({ 'environment-address': address });
  await stands(page, 'passphrase');
  await fill({ 'passphrase-first': passphrase, 'passphrase-again': passphrase });
  await stands(page, 'company');
  const { name, vatNumber, identification, address: where, certificate } = trainingCompany;
  await fill({
    'company-name': name,
    'company-vatNumber': vatNumber,
    'company-identification-value': identification.value,
    'company-address-street': where.street,
    'company-address-building': where.building,
    'company-address-district': where.district,
    'company-address-city': where.city,
    'company-address-postalCode': where.postalCode,
  });
  await stands(page, 'terminal');
  await fill({
    'company-certificate-organization': certificate.organization,
    'company-certificate-organizationUnit': certificate.organizationUnit,
    'company-certificate-address': certificate.address,
    'company-certificate-category': certificate.category,
    'company-terminal-serial': 'till-7',
  });
  await stands(page, 'code');
}

/** Types the authority's code and continues. */
export async function giveCode(page: Page, otp: string): Promise<void> {
  await page.locator('#code-otp').fill(otp);
  await page.keyboard.press('F9');
}

/** Opens the vault. */
export async function unlock(page: Page): Promise<void> {
  await page.locator('input[type="password"]').fill(passphrase);
  await page.keyboard.press('F9');
}

/** Signs in. If there is only one person, that person is selected already. */
export async function signIn(page: Page): Promise<void> {
  await page.getByRole('heading', { name: /PIN of Mona|Mona/ }).waitFor({ timeout: 30_000 });
  // The keys are typed at a person's pace, because faster ones count as a scan.
  await page.keyboard.type(manager.pin, { delay: 80 });
  await page.keyboard.press('Enter');
}
