import type { CredentialTexts } from '../catalogue.ts';

export const en = {
  flows: {
    onboarding: 'Setting up',
    renewal: 'Renewal',
    reissue: 'Re-issue',
  },
  steps: {
    key: 'Make the terminal’s key',
    compliance: 'Get the test certificate',
    series: 'Send test documents',
    production: 'Get the working certificate',
    done: 'Ready to sell',
  },
  documents: {
    'standard-invoice': 'Tax invoice to a business',
    'standard-credit-note': 'Credit note to a business',
    'standard-debit-note': 'Debit note to a business',
    'simplified-invoice': 'Simplified invoice to a consumer',
    'simplified-credit-note': 'Credit note to a consumer',
    'simplified-debit-note': 'Debit note to a consumer',
  },
  documentTypes: {
    '1000': 'Invoices to businesses',
    '1100': 'Invoices to consumers and businesses',
    '0100': 'Invoices to consumers',
  },
  states: {
    none: 'Not set up',
    compliance: 'Has a test certificate',
    eligible: 'Tests passed',
    production: 'In service',
  },
  stages: {
    compliance: 'Test certificate',
    production: 'Working certificate',
  },
  ends: {
    superseded: 'Served its purpose',
    renewed: 'Replaced by renewal',
    revoked: 'Revoked',
    abandoned: 'Given up',
  },
  causes: {
    'header-malformed':
      'The stored credential is damaged: the terminal cannot build a proper sign-in from it. Re-issue the certificate.',
    'other-environment':
      'The credential belongs to another environment. Nothing is sent with it. Switch to its environment, or set this one up with its own.',
    'certificate-expired': 'The certificate has run out. Renew it; what waits is sent afterwards.',
    'pair-revoked':
      'The certificate is valid by its dates, but the authority no longer accepts it: it was revoked or its secret was changed there. Re-issue the certificate.',
    'not-permitted':
      'The authority knows this terminal but does not permit the action. Check in the Fatoora portal that the device is registered; re-issue the certificate if it is not.',
  },
} as const satisfies CredentialTexts;
