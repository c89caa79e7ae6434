export const app = {
  name: 'Khatm',
  opening: 'Opening the terminal …',
  saleScreen: 'Sale',
  invoicesScreen: 'Invoices',
  shiftScreen: 'Shift',
  settingsScreen: 'Settings',
  setupScreen: 'Set-up',
  nobody: 'this terminal',
  itself: 'the program',
  administrator: 'the administrator',
  headOffice: 'the head office',
  dropFolder: 'the drop folder',
  commandLine: 'the command line',
  updates: 'the updates',
  nightlyUpdate: 'the nightly update',
  cardSimulator: 'the card terminal’s simulator',
  screens: 'Screens',
  status: 'Terminal status',
  back: 'Back',
  close: 'Close',
  tryAgain: 'Try again',
  done: 'Done',
  trying: 'Trying …',
  copied: 'Copied',
  copy: 'Copy',
  goOn: 'Continue',
  removeOf: 'Remove {name}',
  remove: 'Remove',
  changeOf: 'Change {name}',
  change: 'Change',
  save: 'Save',
  cancel: 'Cancel',
} as const;

export const environmentBanner = {
  training: 'Training: documents go to an embedded sandbox, not the tax authority',
  simulation: 'Simulation: documents go to the tax authority’s test system and do not count',
} as const;

export const bar = {
  environment: 'Environment',
  connection: 'Connection',
  nextTry: 'Next try at {time}',
  tryNow: 'Try now',
  waiting: '{shown} waiting',
  noneWaiting: 'None waiting',
  deadline: 'Due in {span}',
  noDeadline: 'Nothing due',
  overdue: 'Overdue',
  deadlineLabel: 'Nearest deadline',
  certificate: {
    one: '{count} day',
    other: '{count} days',
  },
  certificateLabel: 'Certificate valid for',
  noCertificate: 'None',
  role: 'Role',
  toDark: 'Dark theme',
  toLight: 'Light theme',
  theme: 'Theme',
  attention: {
    one: '{count} needs attention',
    other: '{count} need attention',
  },
} as const;

export const help = {
  title: 'Keys',
  everywhere: 'Everywhere',
  inSale: 'Sale',
  confirm: 'Confirm the amount',
  inInvoices: 'Invoices',
  enter: 'Next field, then next line',
  arrows: 'Up and down the list',
  open: 'Open the invoice',
  main: 'Main action of the screen',
  question: 'This list',
} as const;

export const broken = {
  title: 'This screen stopped working',
  text: 'Nothing is lost: your basket and all invoices are kept.',
  again: 'Start again',
} as const;

export const stopped = {
  short: 'Not answering',
  says: 'The terminal does not answer.',
  advice:
    'Start Khatm again and open the address that it shows. What was issued and the basket are kept; nothing can be sold in this window.',
} as const;

export const fault = {
  title: 'The terminal does not answer',
} as const;
