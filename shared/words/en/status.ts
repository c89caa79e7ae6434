import type { StatusTexts } from '../catalogue.ts';

/** The names of states, outcomes, environments, roles and kinds, the same wherever they are shown. */
export const en = {
  states: {
    waiting: 'Waiting to be sent',
    sending: 'Being sent',
    accepted: 'Accepted',
    rejected: 'Rejected',
    parked: 'Needs attention',
  },
  outcomes: {
    accepted: 'The authority accepted it',
    rejected: 'The authority rejected it',
    'clearance-off': 'Clearance is switched off; it goes through reporting',
    'request-refused': 'The authority could not take the request',
    'credential-refused': 'The authority did not accept the terminal’s certificate',
    unknown: 'No clear answer; it is sent again',
  },
  events: {
    issued: 'Issued',
    sent: 'Sent',
    answered: 'Answered',
    unanswered: 'No answer',
    late: 'The 24 hours for reporting were over',
  },
  environments: {
    training: 'Training',
    simulation: 'Simulation',
    production: 'Live',
  },
  roles: {
    nobody: 'Nobody signed in',
    cashier: 'Cashier',
    manager: 'Manager',
  },
  connections: {
    unknown: 'Not tried yet',
    online: 'Connected',
    failing: 'Server errors',
    offline: 'No connection',
    refused: 'Refused',
  },
  kinds: {
    invoice: 'Invoice',
    creditNote: 'Credit note',
    debitNote: 'Debit note',
    prepayment: 'Prepayment invoice',
  },
  payments: {
    cash: 'Cash',
    card: 'Card',
    bankTransfer: 'Transfer',
    bankAccount: 'Bank account',
    exchange: 'Exchange',
    onAccount: 'On account',
    other: 'Other',
  },
} as const satisfies StatusTexts;
