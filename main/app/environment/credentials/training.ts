import { companySchema } from '../../../../shared/company.ts';

/* Training is for learning: it onboards itself with the embedded sandbox; its documents never leave the machine. */

/** The sample company, with the VAT number of the authority's own sample documents. */
export const trainingCompany = companySchema.parse({
  name: 'متجر التدريب | Training Store',
  vatNumber: '399999999900003',
  identification: { scheme: 'CRN', value: '1010010000' },
  address: {
    street: 'الأمير سلطان | Prince Sultan',
    building: '2322',
    district: 'المربع | Al-Murabba',
    city: 'الرياض | Riyadh',
    postalCode: '23333',
    country: 'SA',
  },
  certificate: {
    organization: 'Training Store',
    organizationUnit: 'Riyadh Branch',
    address: 'RRRD2929',
    category: 'Retail',
    documentTypes: '1100',
  },
  terminal: { numberPrefix: 'T1', serial: 'training-1' },
});

/**
 * The passphrase of training's vault, so that training needs neither a keychain nor a question. It is not a secret: it
 * protects keys that only the sandbox knows. Other environments never use it.
 */
export const trainingPassphrase = 'training keys open nothing';
