export const practice = {
  title: 'Practise trouble',
  lead: 'Order a fault and sell on: what you see then is what you would see on a bad day. Each lasts two minutes, or until the next document.',
  kinds: {
    cardDeclined: 'The card is declined for two minutes',
    cardAnswerLost: 'The card’s answer is lost for two minutes',
    away: 'The authority is away for two minutes',
    slow: 'The authority is slow for two minutes',
    refuseNext: 'The authority rejects the next document',
    warnNext: 'The authority accepts the next one with a warning',
    noPaper: 'The printer has no paper for two minutes',
  },
  until: 'Until {at}',
  forNext: 'Waits for the next document',
  end: 'End all of it now',
  sandbox: 'The sandbox of training',
  sandboxLead:
    'It runs inside this program. Its page shows what it received, gives one-time passwords and takes directives; other programs on this machine reach it at its address.',
  page: 'Page',
  address: 'Address of the sandbox',
  port: 'Fixed port of the sandbox (empty: any free one)',
  portWrong: 'A number from 1024 to 65535, or nothing',
  fixedPort: 'Its port is set to {port} from the next start on.',
} as const;
