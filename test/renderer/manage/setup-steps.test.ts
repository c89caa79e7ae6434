import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CompanyForm,
  changeForm,
  checkForm,
  companyOf,
  type FieldPath,
  fieldPaths,
  formOf,
} from '../../../renderer/till/setup/company-form.ts';
import { currentStep, mayOpen, type SetupFacts } from '../../../renderer/till/setup/setup-steps.ts';
import { placeIssues } from '../../../renderer/ui/components/forms/place-issues.ts';
import { companySchema } from '../../../shared/company.ts';
import type { CredentialView, FlowView } from '../../../shared/contract/terminal/credentials.ts';
import { fakeCompany, stepsAt } from '../fakes/fake-credentials.ts';

const company = companySchema.parse(fakeCompany);
const whole = formOf(company);

test('the form of a company gives the company back', () => {
  expect(checkForm(whole)).toEqual(new Map());
  expect(companySchema.parse(companyOf(whole, company))).toEqual(company);
});

test('what the form does not show stays', () => {
  const base = { ...company, address: { ...company.address, additionalStreet: 'الطابق 2' } };
  expect(companyOf(formOf(base), base).address.additionalStreet).toBe('الطابق 2');
});

test('every field of an empty form is asked for at once, and none of those with a choice', () => {
  const chosen: FieldPath[] = ['identification.scheme', 'certificate.documentTypes', 'terminal.numberPrefix'];
  expect([...checkForm(formOf(undefined)).keys()]).toEqual(
    fieldPaths.filter((path) => !chosen.includes(path)),
  );
});

test.each<[FieldPath, string, string]>([
  ['name', 'ا'.repeat(128), 'too-many-bytes'],
  ['vatNumber', '31012239350000', 'vat-number'],
  ['vatNumber', '210122393500003', 'vat-number'],
  ['address.building', '12', 'building'],
  ['address.postalCode', '123456', 'postal-code'],
  ['identification.value', '10-10', 'identification'],
  ['certificate.organizationUnit', 'A & B', 'special-character'],
  ['certificate.category', 'ا'.repeat(64), 'too-many-bytes'],
  ['certificate.address', 'A'.repeat(65), 'too-long'],
  ['terminal.numberPrefix', 'T-1', 'number-prefix'],
  ['terminal.serial', 'A 1', 'serial'],
  ['terminal.serial', 'A'.repeat(44), 'serial'],
])('%s: “%s” is refused as %s, and nothing else is', (path, text, code) => {
  const issues = checkForm({ ...whole, [path]: text });
  expect([...issues].map(([at, issue]) => [at, issue.code])).toEqual([[path, code]]);
});

test('a VAT group needs the ten digits of its member where others have a branch', () => {
  const group: CompanyForm = { ...whole, vatNumber: '310122393510003' };
  expect(checkForm(group).get('certificate.organizationUnit')?.code).toBe('vat-group-unit');
  expect(checkForm({ ...group, 'certificate.organizationUnit': '3101223935' })).toEqual(new Map());
});

test('what the form takes, the terminal takes', () => {
  fc.assert(
    fc.property(fc.constantFrom(...fieldPaths), fc.string({ maxLength: 80 }), (path, text) => {
      const form = { ...whole, [path]: text };
      if (
        path === 'identification.scheme' ||
        path === 'certificate.documentTypes' ||
        checkForm(form).size > 0
      )
        return;
      expect(companySchema.safeParse(companyOf(form, company)).success).toBe(true);
    }),
  );
});

test('digits of any keyboard are taken, and the name on the certificate follows the company’s', () => {
  let form = changeForm(formOf(undefined), 'vatNumber', '٣١٠١٢٢٣٩٣ ٥٠٠٠٠٣');
  expect(form.vatNumber).toBe('310122393500003');
  form = changeForm(form, 'name', 'متجر');
  expect(form['certificate.organization']).toBe('متجر');
  form = changeForm(changeForm(form, 'certificate.organization', 'Shop'), 'name', 'متجر النخيل');
  expect(form['certificate.organization']).toBe('Shop');
  const held = changeForm(whole, 'name', 'متجر', (path) => path.startsWith('certificate.'));
  expect(held['certificate.organization']).toBe(whole['certificate.organization']);
});

test('what the terminal refused is placed at its field', () => {
  const refused = [
    { path: ['certificate', 'organizationUnit'], code: 'vat-group-unit', message: '' },
    { path: ['somewhere'], code: 'blank', message: '' },
  ];
  const placed = placeIssues(refused, fieldPaths);
  expect([...placed.keys()]).toEqual(['certificate.organizationUnit']);
});

const flow: FlowView = {
  kind: 'onboarding',
  startedAt: '2026-11-20T09:30:00.000Z',
  running: true,
  steps: stepsAt('series', 'running'),
  series: [],
  needsOtp: false,
};
const credential = (more: Partial<CredentialView> = {}): CredentialView => ({
  environment: 'simulation',
  state: 'none',
  renewalDue: false,
  history: [],
  refusals: { lastDay: 0, inARow: 0 },
  ...more,
});
const facts: SetupFacts = {
  environment: 'simulation',
  people: [{ name: 'Noura', role: 'manager' }],
  company: { company, fixed: [] },
  credential: credential(),
};

test.each<[string, Partial<SetupFacts>, string | undefined]>([
  ['nobody is known', { people: [], environment: 'training' }, 'manager'],
  ['training is on the screen', { environment: 'training' }, 'environment'],
  ['another environment is wanted', { wanted: 'production' }, 'environment'],
  ['there is no company', { company: { fixed: [] } }, 'company'],
  ['a company and nothing else', {}, 'code'],
  ['a flow is on its way', { credential: credential({ flow }) }, 'progress'],
  [
    'a flow stands still',
    { credential: credential({ state: 'compliance', flow: { ...flow, running: false } }) },
    'progress',
  ],
  ['there is a certificate', { credential: credential({ state: 'production' }) }, 'done'],
  [
    'the credential is still that of another environment',
    { credential: credential({ environment: 'training' }) },
    undefined,
  ],
  ['the people are not read yet', { people: undefined }, undefined],
])('when %s, the set-up stands there', (_, change, step) => {
  expect(currentStep({ ...facts, ...change })).toBe(step);
});

test('company and terminal can be opened again until the certificate is on its way, and when that stands still', () => {
  const still = credential({ flow: { ...flow, running: false } });
  expect(mayOpen('company', 'code', credential())).toBe(true);
  expect(mayOpen('company', 'progress', credential({ flow }))).toBe(false);
  expect(mayOpen('terminal', 'progress', still)).toBe(true);
  expect(mayOpen('environment', 'code', credential())).toBe(false);
  expect(mayOpen('company', 'done', credential({ state: 'production' }))).toBe(false);
});
