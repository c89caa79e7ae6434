import type { FailureCode } from '../../../failure.ts';

export const en = {
  'bad-input': 'Something in the entry is not right.',
  'not-found': 'There is no such invoice.',
  'not-allowed': 'Only a manager can do this.',
  'set-by-policy': 'The administrator of this machine has set this. It cannot be changed here.',
  'training-only':
    'In a browser Khatm serves training only. Start it on a machine with a display and Electron; it opens its window, where this can be set up.',
  'safe-mode': 'This is off in safe mode. Close Khatm and start it again in the usual way.',
  'wrong-pin': 'This PIN is not right.',
  'short-pins-locked':
    'After too many wrong tries, PINs of four digits do not count until a manager signs in, or for {minutes} min.',
  'short-pins-off': 'PINs of four digits are not allowed here any more. A manager gives you a longer one.',
  'pin-needed': 'Enter your PIN again for this.',
  'people-lost': 'It is not known who works at this terminal any more. A manager must be named again.',
  'no-manager': 'First add a manager with a PIN.',
  'no-company': 'First enter the company’s details.',
  'go-live-missing': 'Not everything that going live needs is done yet.',
  'sample-shop':
    'The sample shop is for a new terminal in training alone. Where it is in use, remove it on the page Today before another environment begins.',
  'flow-running': 'Wait until what was begun has ended.',
  'other-environment':
    'This credential belongs to another environment. Nothing was sent. Set this environment up with its own.',
  'certificate-expired':
    'The certificate of this terminal has run out, so nothing can be issued. Check the clock; if it is right, a manager must renew or re-issue the certificate.',
  'already-onboarded': 'This environment is set up already.',
  'not-onboarded': 'This terminal is not set up yet. Ask the manager.',
  'sale-differs': 'This sale was already issued with other contents.',
  'money-differs':
    'This was already entered, with another amount or text. Look at what is listed, then begin again.',
  'hash-mismatch': 'The stamp did not pass its own check. Nothing was issued. Call support.',
  'clock-back': 'The clock of this device is behind the last invoice. Set the right time and try again.',
  'clock-ahead':
    'The clock of this device is far ahead of the last time that is known to be right. Nothing was issued. Set the clock if it is wrong; if it is right, a person confirms that on this terminal.',
  'ledger-broken': 'The invoice records are damaged. Nothing was issued. Call support.',
  'ledger-lost':
    'The invoice records of this terminal are missing. Put the ledger file back; without it nothing is issued.',
  'ledger-newer':
    'The invoice records were written by a newer version. Close this program and start it again. If this comes back, update it.',
  'ledger-old':
    'These invoice records are an older copy: newer invoices were issued here. Nothing is issued. Put the newest copy back. If it is lost for good, set this device up again as another device, with another serial number.',
  'ledger-forked':
    'These invoice records do not belong to the last invoice of this terminal. Nothing is issued. Put the right records back. If they are lost for good, set this device up again as another device, with another serial number.',
  'ledger-copied':
    'These invoice records were copied from another machine or folder. Two copies must not issue from one chain. Go on here only if the other copy is gone or will never issue again; a manager confirms that.',
  'seller-differs':
    'The company’s details are not those of this terminal’s certificate: {field} is {here}, and the certificate has {stated}. Nothing is issued in another seller’s name. They were changed outside this program. A manager opens Company in the settings, looks at the details, which are shown as the certificate has them, and saves them.',
  'counter-used':
    'The tax authority has another invoice under a number of this terminal: another copy of its records issues invoices. Nothing is issued here. A manager finds the other copy and closes it.',
  'not-rejected': 'Only an invoice that the tax authority rejected is issued again.',
  'approval-needed': 'This needs the agreement of a manager.',
  'shift-open': 'A shift is open already.',
  'no-shift': 'No shift is open. Open one first.',
  'no-card-terminal':
    'The card terminal is not there. Take the payment in another way, or have a manager look under Settings, Devices.',
  'card-open':
    'A card payment of this shift is not finished. Issue its invoice first, or have a manager look under Settings, Devices.',
  'basket-paid':
    'This basket is paid by card. Issue its invoice first; to change it, void the payment on the card terminal and have a manager write that down under Settings, Devices.',
  'basket-gone': 'This basket is not yours any more: it was sold, put aside or taken over.',
  'stored-newer':
    'A newer version of this program stored this. This version cannot read it, and leaves it as it is.',
  'stored-unreadable': 'What is stored here cannot be read. It stays as it is, and nothing takes its place.',
  'card-unresolved':
    'It is not known yet whether the money moved by card. Ask the card terminal again before asking for another card payment.',
  'already-reissued': 'This invoice was already issued again.',
  'update-refused': 'The update was not installed.',
  'update-waits': 'The update cannot be installed at this moment. Try again later.',
  'backup-broken':
    'The copy of the invoice records is damaged. Make another, on another disk if it happens again.',
  'backup-older':
    'A newer backup of these records is beside this one, with {documents} invoices and notes: {file}. Nothing was restored. Restore the newest one; take an older one only if the newest cannot be read.',
  'receipts-after':
    'The last invoice in these records is {number}, but {last} was given to a customer. Nothing was changed, and nothing is issued from them: invoices would get numbers that the tax authority has already, and no number may be left out. Set this terminal up as a new one, in an empty data folder, with another serial number and another beginning of the invoice numbers. These records can still be read.',
  'backup-key-needed': 'This backup is encrypted. Enter the key that was written down for it.',
  'backup-key-wrong':
    'This is not the key of this backup. Nothing was changed. Look for the key that was written down when it was made.',
  'document-damaged':
    'The invoice records themselves are damaged, not their copy. Another disk does not help. Keep every older copy, and call support.',
  'folder-moved':
    'The records of this terminal have moved. The file MOVED.txt in this folder says where they are: name that folder.',
  'folder-unusable': 'The data folder cannot be used. Check that it exists and may be written.',
  'place-link':
    'A link stands where Khatm expects a file or folder of its own, and links are not followed. Remove the link, and see who may write in the folder.',
  'place-not-plain':
    'Something else stands where Khatm expects a file or a folder. Remove it, and see who may write in the folder.',
  'place-silent':
    'The disk or share does not answer. Connect it, or choose another folder; sales go on meanwhile.',
  'place-memory':
    'This folder is in the memory of the machine: a power cut would empty it. Choose a folder on a disk.',
  'place-own': 'This folder is for the program’s own files. Choose another folder.',
  'place-open':
    'Every user of this machine may write in this folder. Take that right away, or choose another folder.',
  'terminal-busy': 'Another program is setting this terminal up. Wait a moment and try again.',
  'buyer-missing': 'It is no longer among the customers. Look at the list again.',
  'article-missing': 'It is no longer in the list. Look at the list again.',
  'articles-broken':
    'The list of articles cannot be opened. Sales go on without it. Restart the program, or call support.',
  'integrations-broken':
    'The records of the integrations are damaged. Sales go on, but no other program is connected. Start over here, or call support first: the damaged file is kept.',
  'port-taken': 'Another program uses this port. Choose another one.',
  'printer-gone':
    'The receipt was not printed: the printer is not there. Connect it, or have a manager choose another one under Settings, Printing.',
  'print-failed': 'The receipt was not printed. See that the printer is on and has paper, then print again.',
  'printer-no-paper':
    'The receipt was not printed: the printer has no paper. Put a roll in, then print again.',
  'printer-cover-open':
    'The receipt was not printed: the cover of the printer is open. Close it, then print again.',
  'print-cut-off':
    'The printer stopped before the receipt was whole. See to its paper, cover and cable, throw the part away, and print again.',
  'drawer-failed':
    'The cash drawer did not open. See that the printer it is plugged into is on, or open it with its key.',
  'display-failed': 'The customer display cannot be reached. See that it is on and plugged in.',
  'disk-full':
    'The disk is full. Make room and try again. What was issued stays issued, and nothing is issued twice.',
  'database-busy':
    'The records are busy. Try again. What was issued stays issued, and nothing is issued twice.',
  'vault-locked': 'The terminal’s key is locked. Nothing was issued. Ask the manager to open it.',
  'vault-unavailable': 'The terminal’s key cannot be opened. Nothing was issued. Ask the manager.',
  'gateway-unreachable': 'The tax authority cannot be reached now.',
  'gateway-refused': 'The tax authority did not accept this request. Ask the manager.',
  'credential-refused': 'The tax authority does not accept this terminal’s certificate. Ask the manager.',
  'office-unreachable': 'The head office cannot be reached now.',
  'office-refused':
    'The head office does not take this till: the code is wrong, used or too old, meant for another VAT number, or for a head office with another certificate.',
  'office-stopped':
    'The head office stopped this till. Nothing is issued here. Invoices issued before are still sent. Ask the head office.',
  'office-enrolled': 'This till belongs to a head office already. It must leave that one first.',
  'remote-unreachable': 'The other system cannot be reached now.',
  'remote-refused': 'The other system did not accept this. Check its address, name and secret.',
  internal: 'Something went wrong in the program. Try again; nothing is issued twice.',
} as const satisfies Readonly<Record<FailureCode, string>>;
