import type { AlarmTexts } from '../catalogue.ts';

/**
 * The alarms with their advice, the number of documents in a stopped queue, and the forecast of sending. `{documents}`,
 * `{hours}` and the like are filled from `nouns.ts`.
 */
export const en = {
  alarms: {
    deadline: {
      says: 'Less than {hours} left to report {documents}.',
      advice: 'Check the network of this terminal. It goes on sending by itself.',
    },
    late: {
      says: 'Not reported within 24 hours: {documents}.',
      advice:
        'Still being sent, and marked late. While this lasts, report the failure on the authority’s site.',
    },
    uncleared: {
      says: 'Waiting for clearance longer than a buyer can wait: {invoices}.',
      advice: 'Hand over the invoice without clearance; hand over the cleared one when it is there.',
    },
    'uncleared-first': {
      says: 'Waiting for clearance longer than a buyer can wait: {invoices}.',
      advice: 'This shop hands over cleared invoices only. Sending goes on; hand it over when it is cleared.',
    },
    parked: {
      says: 'Not sent any more by itself: {documents}.',
      advice: 'Update this program or mend its settings, then send again.',
    },
    'paused-credential': {
      says: 'The authority does not accept this terminal’s certificate. {waiting}',
      advice:
        'Sales go on. A manager must renew or re-issue the certificate; then everything is sent by itself.',
    },
    'paused-request': {
      says: 'The authority refuses every request of this program. {waiting}',
      advice: 'Sales go on. Update this program; then everything is sent by itself.',
    },
    refusals: {
      says: 'The authority refused this terminal’s certificate {times} in the last hour, more than before.',
      advice: 'Check whether the certificate has expired or was replaced elsewhere.',
    },
    ahead: {
      says: 'The clock of this device is {span} ahead.',
      advice: 'Set the right time, and let the system keep it.',
    },
    behind: {
      says: 'The clock of this device is {span} behind.',
      advice: 'Set the right time, and let the system keep it.',
    },
    'ledger-old': {
      says: 'Nothing can be issued: these invoice records are an older copy.',
      advice: 'The newest records must be put back.',
    },
    'ledger-forked': {
      says: 'Nothing can be issued: these are not the invoice records of this terminal.',
      advice: 'The right records must be put back.',
    },
    'ledger-broken': {
      says: 'Nothing can be issued: the invoice records of this terminal are damaged.',
      advice: 'A manager can restore a backup, in the settings under maintenance.',
    },
    'ledger-lost': {
      says: 'Nothing can be issued: the invoice records of this terminal are missing.',
      advice: 'The records must be put back.',
    },
    'counter-used': {
      says: 'Nothing can be issued: the tax authority has another invoice under a number of this terminal.',
      advice:
        'Another copy of its records issues invoices. It must be found and closed; then that is confirmed here.',
    },
    'office-stopped': {
      says: 'Nothing can be issued: the head office stopped this till.',
      advice: 'Call the head office, which alone ends that. Invoices that wait are still sent.',
    },
    'seller-differs': {
      says: 'Nothing can be issued: the company’s details are not those of the certificate.',
      advice:
        'They were changed outside this program. A manager looks at them under Company in the settings and saves them.',
    },
    'ledger-copied': {
      says: 'Nothing can be issued: these invoice records were copied from another machine or folder.',
      advice: 'If the other copy still sells, use that one. If it is gone for good, that is confirmed here.',
    },
    'ledger-newer': {
      says: 'Nothing can be issued: a newer version of this program has taken over the invoice records.',
      advice: 'Close this program and start it again. Nothing is lost.',
    },
    'people-altered': {
      says: 'The list of people was changed outside this program. It was put back as it had been.',
      advice: 'Find out who can reach the files of this computer. A manager confirms this under People.',
    },
    'people-older': {
      says: 'An older list of people was put in place. The newest one was put back.',
      advice: 'Find out who can reach the files of this computer. A manager confirms this under People.',
    },
    'people-lost': {
      says: 'The file with the list of people was gone or damaged. The list was put back.',
      advice: 'Find out who can reach the files of this computer. A manager confirms this under People.',
    },
    'card-unresolved': {
      says: 'Not known whether the money moved: {payments}.',
      advice: 'See what the card terminal says. The list is under Settings, Devices.',
    },
    'card-unclaimed': {
      says: 'Approved by the card terminal, but part of no invoice or credit note: {payments}.',
      advice:
        'Void it on the card terminal, or say which invoice it belongs to. The list is under Settings, Devices.',
    },
    'card-late': {
      says: 'The card terminal took {amount} after all: payment {payment}, which was ended as not taken.',
      advice:
        'Pay it back on the card terminal, or issue the sale and say which invoice it belongs to. The list is under Settings, Devices.',
    },
    'office-unknown': {
      says: 'The head office does not know this till any more.',
      advice:
        'Sales go on. Whoever looks after head office gives a new code, and this till is enrolled again.',
    },
    'office-left': {
      says: 'This till has left the head office, which takes nothing more from it.',
      advice: 'Sales go on. Enrol it again with a new code, or end the membership here too.',
    },
    'office-other-ledger': {
      says: 'The head office was given other records under the name of this till.',
      advice: 'Sales go on. Tell the person who looks after head office: this till needs a code of its own.',
    },
    'office-stranger': {
      says: 'The head office does not take documents with this stamp for those of this till.',
      advice:
        'Sales go on. Tell the person who looks after head office: the till was set up again and needs a new code.',
    },
    'office-damaged': {
      says: 'The head office found a document of this till that is not as it was issued.',
      advice:
        'Have the records checked: Settings, Backups and records. Tell the person who looks after head office.',
    },
    'office-certificate': {
      says: 'The head office’s address shows another certificate than the one this till knows. Nothing is sent there.',
      advice:
        'Sales go on. Tell the person who looks after head office: the new certificate is not announced, or somebody listens in.',
    },
    'card-late-back': {
      says: 'The card terminal gave {amount} back after all: refund {payment}, which was ended as not made.',
      advice:
        'Void it on the card terminal, or say which credit note it belongs to. The list is under Settings, Devices.',
    },
    policy: {
      says: 'The policy file of this machine cannot be used. What it said before still holds.',
      advice:
        'Sales go on. The administrator of this machine mends the file; the diagnosis says what is wrong.',
    },
    'safe-mode-asked': {
      says: 'Khatm was started in safe mode.',
      advice:
        'Selling and sending go on. Devices, automatic printing, other programs and the head office are off. Close Khatm and start it again in the usual way.',
    },
    'safe-mode-starts': {
      says: 'Khatm is in safe mode, because it did not come up twice.',
      advice:
        'Selling and sending go on. Devices, automatic printing, other programs and the head office are off. Run the diagnosis, then close Khatm and start it again. If it does not come up, write the file for support.',
    },
    'safe-mode-stops': {
      says: 'Khatm is in safe mode, because it stopped by itself again and again.',
      advice:
        'Selling and sending go on. Devices, automatic printing, other programs and the head office are off. Run the diagnosis, then close Khatm and start it again. If it stops again, write the file for support.',
    },
    drawer: {
      says: 'The cash drawer did not open.',
      advice: 'Open it with its key. See that the printer it is plugged into is on.',
    },
    witness: {
      says: 'What guards the invoice records against being mixed up cannot be saved in this computer’s key store.',
      advice:
        'Sales go on. Unlock the key store or restart this computer; until then do not move or replace the records.',
    },
    'backup-disk-full': {
      says: 'The last backup could not be made.',
      advice: 'The disk of its folder is full. Make room, or choose another folder.',
    },
    'backup-folder-unusable': {
      says: 'The last backup could not be made.',
      advice: 'Its folder cannot be written. Check that it is there, and that its disk is plugged in.',
    },
    'backup-document-damaged': {
      says: 'The last backup could not be made: the invoice records themselves are damaged.',
      advice: 'Another disk does not help. Keep every older backup, and call support.',
    },
    'backup-vault-locked': {
      says: 'The last backup could not be made: it is to be encrypted, and its key is locked.',
      advice: 'Unlock the secrets of this terminal; the backup follows by itself.',
    },
    'backup-strange': {
      says: 'In the folder of the backups is a file that is no backup of these records, though its name says so: {name}',
      advice: 'Sales go on. Remove the file, and see who may write in the folder.',
    },
    'backup-other': {
      says: 'The last backup could not be made.',
      advice: 'Make one by hand. If that fails too, choose a folder on another disk.',
    },
    'update-waiting': {
      says: 'A new version has been waiting for a week.',
      advice: 'Install it under Settings, Updates, when the shop is quiet.',
    },
    'update-failed': {
      says: 'The last update of this program failed. Sales go on.',
      advice: 'Settings, Updates says why, and what to do.',
    },
    'integrations-broken': {
      says: 'No other program is connected: the records of the integrations are damaged.',
      advice: 'Sales go on. Start the integrations over, or call support first.',
    },
    'integrations-closed': {
      says: 'No other program is connected: the records of the integrations could not be opened.',
      advice: 'Sales go on. The integrations say why; when that is mended, start this program again.',
    },
    'integrations-certificate-ends': {
      says: 'The certificate by which programs on the network know this terminal is about to end.',
      advice: 'See to it that every program is given the next certificate.pem in time.',
    },
    'integrations-certificate-ended': {
      says: 'No program on the network comes in: the certificate of the API has ended.',
      advice: 'Make a new one or enter one, and give the programs the new certificate.pem.',
    },
    'backup-open': {
      says: 'Every user of this computer may remove or replace the backups.',
      advice:
        'Take away the right of others to write in their folder, or choose another folder, then make a backup.',
    },
    'backup-old': {
      says: 'The last backup is older than two days.',
      advice: 'Choose a folder for the backups, or see why none is made there.',
    },
    refused: {
      says: 'Rejected by the authority and not issued again: {documents}.',
      advice: 'See why, put right what was wrong, and issue them again.',
    },
    'remarks-content': {
      says: 'The authority accepts with remarks: {count} of the last {of} documents, the newest {number}. {remarks}',
      advice:
        'They count, and nothing is sent again. Put right what the remark names: the authority may refuse it one day. If the sale is not to blame, call support.',
    },
    'remarks-stamp': {
      says: 'The authority has a remark on the stamp or the certificate: {count} of the last {of} documents, the newest {number}. {remarks}',
      advice:
        'They count, but the next ones may be refused. Call support today, and see whether the certificate must be renewed.',
    },
    'outside-shift': {
      says: 'Sold outside a shift since the last one was closed: {documents}.',
      advice: 'The next Z names them. Open a shift before selling, so that the drawer can be counted.',
    },
    'drawer-short': {
      says: 'When shift {shift} was closed, SAR {amount} were missing from the drawer.',
      advice: 'Look at its Z with the person who counted. This stays for a day.',
    },
    'prices-cut': {
      says: 'In shift {shift}, prices were lowered by SAR {amount} in all, without a manager’s PIN.',
      advice:
        'The activity shows by whom. Settings, People can ask for a manager’s PIN. This stays for a day.',
    },
    certificate: {
      says: 'The certificate of this terminal ends in {days}.',
      advice: 'Renew it with a code from the authority’s portal. Without it nothing can be issued.',
    },
    'disk-short': {
      says: 'Only {free} GB are free on the disk of the records.',
      advice: 'Make room before it is full: a backup or an update may not fit any more.',
    },
    'disk-full': {
      says: 'The disk of the records is full but for {free} GB.',
      advice: 'Make room now, or the next sale may be refused.',
    },
    'folder-synced': {
      says: 'The records are in a folder that another program copies to other machines.',
      advice: 'Such copies damage records. Move them to a folder of this machine alone.',
    },
    'folder-network': {
      says: 'The records are on another machine.',
      advice: 'A network drive damages records. Move them to a disk of this machine.',
    },
    printer: {
      says: 'The last page could not be printed.',
      advice: '{reason}',
    },
    'webhook-failing': {
      says: 'The receiver {receiver} takes no events; waiting for it: {events}.',
      advice: 'Khatm keeps trying for three days. Ask who runs that program, and send a test.',
    },
    'webhook-gone': {
      says: 'The receiver {receiver} said that it is no longer there, and was turned off.',
      advice: 'Remove it, or enter its new address and turn it on. Waiting for it: {events}.',
    },
    'webhook-given-up': {
      says: 'Given up, because the receiver {receiver} did not take them: {events}.',
      advice: 'See why under Deliveries, then send them again or discard them.',
    },
  },
  waiting: { one: '{count} document waits.', other: '{count} documents wait.' },
  forecast: {
    one: 'At the present rate the one that waits will be sent in {span}.',
    other: 'At the present rate the last of {count} will be sent in {span}.',
  },
} as const satisfies AlarmTexts;
