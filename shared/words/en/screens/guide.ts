/** The words of the help: one sentence for each screen, and the authority's terms beside ours. */
export const guide = {
  title: 'Help and words',
  lead: 'What each screen is for, and what the tax authority calls what you see here.',
  screens: 'The screens',
  thisScreen: 'This screen',
  pages: {
    sale: 'Choose tiles, scan or type, then press Pay. A basket can be put aside for another customer.',
    return: 'Find the invoice by its number or QR code, choose what comes back, and confirm the amount.',
    shift: 'Count the drawer at the beginning and at the end. Cash in and out needs a reason.',
    invoices:
      'All invoices with their state. Open one to print it again, to correct it, or to see what happened to it.',
    today: 'What was taken, beside earlier days, and everything that needs you.',
    reports: 'Sales by article, group, hour and person, returns, shifts and the VAT return, also as a file.',
    month: 'One file with a month’s books for the accountant. It can be stopped and continued.',
    activity: 'Who sold, gave back, removed or changed what. Nobody can alter it.',
    articles: 'What you sell: names, codes, prices, groups and labels of a scale.',
    settings: 'Certificate, company, people, printing, devices, backups and other programs.',
    setup: 'The way to a certificate. You need a code from the authority’s portal.',
  },
  elsewhere: 'Not part of this till',
  elsewhereText:
    'Stock, purchases, kitchen screens and loyalty stay with the shop’s other programs. These connect under Settings, System, Integrations: by the API, by webhooks or by a folder, and get each sale with its articles, buyer and means of payment. Khatm issues the documents for them too.',
  glossary: 'Words of the tax authority',
  ours: 'Here',
  theirs: 'The authority',
  meaning: 'What it is',
  words: {
    standard: {
      ours: 'Invoice for a business',
      theirs: 'Tax invoice (standard)',
      meaning: 'Names its buyer. The authority must accept it before it counts.',
    },
    simplified: {
      ours: 'Invoice for a consumer',
      theirs: 'Simplified tax invoice',
      meaning: 'Handed over at once, and reported within 24 hours.',
    },
    clearance: {
      ours: 'Accepted beforehand',
      theirs: 'Clearance',
      meaning: 'The authority checks and signs an invoice for a business before it is handed over.',
    },
    reporting: {
      ours: 'Reported',
      theirs: 'Reporting',
      meaning: 'The authority is told of an invoice for a consumer within 24 hours.',
    },
    creditNote: {
      ours: 'Credit note',
      theirs: 'Credit note',
      meaning: 'Takes back all or part of an earlier invoice; an invoice itself is never changed.',
    },
    debitNote: { ours: 'Debit note', theirs: 'Debit note', meaning: 'Adds to an earlier invoice.' },
    certificate: {
      ours: 'Certificate',
      theirs: 'Production CSID',
      meaning: 'Proves to the authority that documents come from this till. It ends on a day and is renewed.',
    },
    trial: {
      ours: 'Test certificate',
      theirs: 'Compliance CSID',
      meaning: 'Good only for the test documents before the certificate is issued.',
    },
    code: {
      ours: 'Code (OTP)',
      theirs: 'One-time password (OTP)',
      meaning: 'From the authority’s portal; it lets this till ask for a certificate, once.',
    },
    device: {
      ours: 'This till',
      theirs: 'E-invoice generation solution (EGS)',
      meaning: 'The device as the authority knows it, by its serial number.',
    },
    stamp: {
      ours: 'Stamp',
      theirs: 'Cryptographic stamp',
      meaning: 'The signature inside the document; nothing in it can be changed afterwards.',
    },
    counter: {
      ours: 'Number in the chain',
      theirs: 'Invoice counter value (ICV)',
      meaning: 'Rises by one with every document of this till.',
    },
    previous: {
      ours: 'Link to the document before',
      theirs: 'Previous invoice hash (PIH)',
      meaning: 'Makes a chain of all documents, so that none can be missing.',
    },
    qr: {
      ours: 'QR code',
      theirs: 'QR code',
      meaning: 'Seller, time, amounts and stamp, for the customer to check with the authority’s app.',
    },
  },
} as const;
