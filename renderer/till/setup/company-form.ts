import {
  type Company,
  type CompanyInput,
  companySchema,
  isVatGroup,
  memberNumber,
} from '../../../shared/company.ts';
import { FailureError, type Issue, parseOrFail } from '../../../shared/failure.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';

/*
 * The details of company and terminal in the form: texts by their paths in the company. The functions are pure, so that
 * the wizard and the settings make the same checks.
 */

export const companyPaths = [
  'name',
  'vatNumber',
  'identification.scheme',
  'identification.value',
  'address.street',
  'address.building',
  'address.district',
  'address.city',
  'address.postalCode',
] as const;
export const terminalPaths = [
  'certificate.organization',
  'certificate.organizationUnit',
  'certificate.address',
  'certificate.category',
  'certificate.documentTypes',
  'terminal.numberPrefix',
  'terminal.serial',
] as const;
export type FieldPath = (typeof companyPaths)[number] | (typeof terminalPaths)[number];
export const fieldPaths: readonly FieldPath[] = [...companyPaths, ...terminalPaths];
export type CompanyForm = Readonly<Record<FieldPath, string>>;

const digitsOnly: readonly FieldPath[] = ['vatNumber', 'address.building', 'address.postalCode'];

export function formOf(company: Company | undefined): CompanyForm {
  const fields = fieldPaths.map((path) => [path, company === undefined ? '' : textAt(company, path)]);
  const form = Object.fromEntries(fields) as Record<FieldPath, string>;
  if (company !== undefined) return form;
  return {
    ...form,
    'identification.scheme': 'CRN',
    'certificate.documentTypes': '1100',
    'terminal.numberPrefix': 'T1',
  };
}

/**
 * Changes a field. The name on the certificate follows the company's until somebody types another one.
 * @param isFixed true for a field that the certificate holds already
 */
export function changeForm(
  form: CompanyForm,
  path: FieldPath,
  text: string,
  isFixed: (path: FieldPath) => boolean = () => false,
): CompanyForm {
  const typed = digitsOnly.includes(path) ? withLatinNumbers(text).replace(/\s/g, '') : text;
  const changed = { ...form, [path]: typed };
  const named = 'certificate.organization';
  const follows = path === 'name' && form[named] === form.name && !isFixed(named);
  return follows ? { ...changed, [named]: typed } : changed;
}

/**
 * Returns the company of a form.
 * @param base the stored company; its parts that the form does not show (a second address line, for example) stay the
 * same
 */
export function companyOf(form: CompanyForm, base: Company | undefined): CompanyInput {
  const { documentTypes } = companySchema.shape.certificate.shape;
  return {
    name: form.name,
    vatNumber: form.vatNumber,
    identification: {
      scheme: companySchema.shape.identification.shape.scheme.parse(form['identification.scheme']),
      value: form['identification.value'].trim(),
    },
    address: {
      ...base?.address,
      street: form['address.street'],
      building: form['address.building'],
      district: form['address.district'],
      city: form['address.city'],
      postalCode: form['address.postalCode'],
    },
    certificate: {
      organization: form['certificate.organization'],
      organizationUnit: form['certificate.organizationUnit'],
      address: form['certificate.address'],
      category: form['certificate.category'],
      documentTypes: documentTypes.parse(form['certificate.documentTypes']),
    },
    terminal: {
      numberPrefix: form['terminal.numberPrefix'].trim(),
      serial: form['terminal.serial'].trim(),
    },
  };
}

/** A valid company. Each field is checked by putting it alone into this company, so that no error hides another. */
const sound: CompanyForm = {
  name: 'A',
  vatNumber: '300000000000003',
  'identification.scheme': 'CRN',
  'identification.value': '1',
  'address.street': 'A',
  'address.building': '1234',
  'address.district': 'A',
  'address.city': 'A',
  'address.postalCode': '12345',
  'certificate.organization': 'A',
  'certificate.organizationUnit': '1234567890', // This is valid for a VAT group too.
  'certificate.address': 'A',
  'certificate.category': 'A',
  'certificate.documentTypes': '1100',
  'terminal.numberPrefix': 'T1',
  'terminal.serial': '1',
};

export function checkForm(form: CompanyForm): ReadonlyMap<FieldPath, Issue> {
  const found = new Map<FieldPath, Issue>();
  for (const path of fieldPaths) {
    const issue = checkField(form, path);
    if (issue !== undefined) found.set(path, issue);
  }
  return found;
}

function checkField(form: CompanyForm, path: FieldPath): Issue | undefined {
  const text = form[path];
  if (text.trim() === '') return { path: path.split('.'), code: 'blank', message: 'must not be blank' };
  if (
    path === 'certificate.organizationUnit' &&
    isVatGroup(form.vatNumber) &&
    !memberNumber.test(text.trim())
  )
    return { path: path.split('.'), code: 'vat-group-unit', message: 'needs the ten digits of its member' };
  try {
    parseOrFail(companySchema, companyOf({ ...sound, [path]: text }, undefined));
    return undefined;
  } catch (error) {
    if (error instanceof FailureError) return error.failure.issues?.[0];
    throw error;
  }
}

function textAt(company: Company, path: FieldPath): string {
  let at: unknown = company;
  for (const name of path.split('.')) at = (at as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof at === 'string' ? at : '';
}
