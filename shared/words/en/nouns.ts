export const en = {
  documents: { one: '{count} document', other: '{count} documents' },
  invoices: { one: '{count} invoice', other: '{count} invoices' },
  cardPayments: { one: '{count} card payment', other: '{count} card payments' },
  webhookEvents: { one: '{count} event', other: '{count} events' },
  times: { one: 'once', other: '{count} times' },
  minutes: { one: '{count} min', other: '{count} min' },
  hours: { one: '{count} h', other: '{count} h' },
  days: { one: '{count} day', other: '{count} days' },
} as const;
