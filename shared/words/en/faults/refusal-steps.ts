import type { LedgerRefusal } from '../../../alarm.ts';

export const en = {
  'ledger-old': [
    'Close this program.',
    'Put the newest ledger file back into the data folder: the one that was there before a snapshot, a disk image or an older copy took its place. A backup serves only if it holds the last invoice; an older one is for reading.',
    'Start this program again.',
    'If the newest file is lost for good, set this device up as a new one, with another serial number.',
  ],
  'ledger-forked': [
    'Close this program.',
    'Put this terminal’s own ledger file back into the data folder.',
    'Start this program again.',
    'If it is lost for good, set this device up as a new one, with another serial number.',
  ],
  'ledger-broken': [
    'Open the backups below, look into the folder with your backups and open the newest one.',
    'Replace the records with it. It is refused if an invoice was issued after it; the damaged file is kept.',
    'If no backup holds the last invoice, call support: the damaged file may be mended. Otherwise set this device up as a new one, with another serial number.',
  ],
  'ledger-lost': [
    'Look for the data folder: was a disk unplugged, or the folder renamed?',
    'Close this program, put the ledger file back, and start again.',
    'If it is lost for good, set this device up as a new one, with another serial number.',
  ],
  'counter-used': [
    'Stop every other copy of this terminal: an old machine, a second one set up from the same disk image, a folder that was copied or put back.',
    'Look at the rejected invoice in the list. What was sold under it is issued again from its page.',
    'If no other copy is left, confirm it below. If numbers go on being refused, set this device up as a new one, with another serial number.',
  ],
  'office-stopped': [
    'Call the head office: it stopped this till, and it alone ends that.',
    'Leave the program running: invoices that wait are still sent to the authority.',
  ],
  'seller-differs': [
    'Open the company’s details below. What the certificate states is shown as it states it.',
    'Look at the other details, such as the name on the invoices, and save them.',
    'Find out who can reach the files of this computer: the details were changed outside this program.',
  ],
  'ledger-copied': [
    'If the old machine or folder still exists and sells, or another machine was set up from the same disk image, close this program and use that one.',
    'If this is the only one left, because the machine or its board was replaced or the folder moved, confirm it below.',
  ],
  'ledger-newer': [
    'Close this program, and every other window of it on this device.',
    'Start it again: then the newer version runs. The basket on the screen comes back.',
    'If this page comes back, this program is an old copy. Install the newest version.',
  ],
} as const satisfies Readonly<Record<LedgerRefusal, readonly string[]>>;
