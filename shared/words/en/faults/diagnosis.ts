import type { PrintUse } from '../../../contract/till/devices.ts';
import type { DiagnosisStep, FindingName, StepState } from '../../../diagnosis.ts';

/** The diagnosis: its steps, and for each finding what it means and what to do. */
export const en = {
  steps: {
    version: 'Program',
    update: 'Update of the program',
    policy: 'Administrator’s policy',
    settings: 'Settings',
    clock: 'Clock',
    disk: 'Room on the disk',
    folder: 'Data folder',
    ledger: 'Invoice records',
    end: 'End of the chain',
    reports: 'Reports within 24 hours',
    vault: 'Place of the key',
    certificate: 'Certificate',
    issuing: 'Issuing invoices',
    proxy: 'Way to the authority: proxy',
    name: 'Way to the authority: name',
    connection: 'Way to the authority: connection',
    tls: 'Way to the authority: encryption',
    answer: 'Way to the authority: answer',
    printer: 'Receipt printer',
    printers: 'Other printers',
    drawer: 'Cash drawer',
    programs: 'Other programs',
    webhooks: 'Receivers of events',
  } satisfies Readonly<Record<DiagnosisStep, string>>,
  states: {
    ok: 'In order',
    warning: 'Look at this',
    failed: 'Not in order',
    skipped: 'Not checked',
  } satisfies Readonly<Record<StepState, string>>,
  printUses: {
    invoices: 'invoices for businesses',
    statements: 'statements of account',
    reports: 'shift reports',
    labels: 'labels',
    spare: 'receipts in place of the receipt printer',
  } satisfies Readonly<Record<PrintUse, string>>,
  findings: {
    'version-known': { says: 'Khatm {version} on {system}.' },
    'version-safe': {
      says: 'Khatm {version} on {system}, in safe mode: devices, other programs and the head office are off.',
      mend: 'Close Khatm and start it again in the usual way. If it does not come up, write the file for support.',
    },
    'update-none': { says: 'No update is under way.' },
    'update-offered': { says: 'Version {version} is there and waits to be installed.' },
    'update-begun': {
      says: 'The update from {from} to {version} has begun, and is not found in order yet. Starts since: {starts}.',
      mend: 'Start the program. If it does not come up, it offers the former version at its third start.',
    },
    'update-failed': {
      says: 'The last update, to version {version}, did not succeed: {why}',
      mend: 'Sales go on. The page Updates of the settings says what to do.',
    },
    'policy-none': { says: 'No administrator has set anything on this machine.' },
    'policy-in-force': { says: 'The administrator of this machine has set part of the settings: {file}' },
    'policy-broken': {
      says: 'The policy file cannot be used: {why}',
      mend: 'The administrator of this machine mends {file}. Sales go on meanwhile.',
    },
    'settings-read': { says: 'Every stored setting can be read.' },
    'settings-edited': {
      says: 'The address, proxy or authorities of the way to the authority were changed outside this program. The change is not used: the vault has the right ones.',
      mend: 'The next start puts the settings right. Find out who can reach the files of this machine.',
    },
    'settings-unreadable': {
      says: 'These stored settings cannot be read: {names}. They are as if nobody had set them, and what they guard is refused.',
      mend: 'If a newer version of the program was here, start that one again. Otherwise set them anew: what was stored is put aside, and support can read it.',
    },
    'settings-damaged': {
      says: 'The file {file}, which has the settings of this terminal, is damaged. Nothing in it can be read.',
      mend: 'At the next start it is put aside, and the terminal begins with settings that nobody chose. Then set printers, devices and language anew. People and invoices are in other files.',
    },
    'clock-right': { says: 'It agrees with the authority’s clock.' },
    'clock-wrong': {
      says: 'It differs from the authority’s clock by {seconds} seconds. Invoices would carry a wrong time.',
      mend: 'Have the system set date and time by itself.',
    },
    'clock-unknown': { says: 'There was no other clock to compare it with.' },
    'disk-room': { says: '{free} GB are free.' },
    'disk-short': {
      says: 'Only {free} GB are free. When none is left, nothing can be sold.',
      mend: 'Make room on the disk.',
    },
    'disk-full': {
      says: 'Only {free} GB are free. Selling may stop at any time.',
      mend: 'Make room on the disk now. Delete nothing in the data folder.',
    },
    'disk-unknown': { says: 'The system does not say how much is free.' },
    'folder-private': { says: 'It is on a disk of this machine and closed to others: {folder}' },
    'folder-missing': {
      says: 'There is no data folder here: {folder}',
      mend: 'Check the path, and that its disk is plugged in.',
    },
    'folder-read-only': {
      says: 'It cannot be written: {folder}',
      mend: 'Give the user that Khatm runs as the right to write there.',
    },
    'folder-network': {
      says: 'It is on a network drive: {folder}. A broken connection can damage the invoice records.',
      mend: 'Close Khatm and move the whole folder to a disk of this machine.',
    },
    'folder-synced': {
      says: 'It is in a folder that another program copies to other machines: {folder}. That can damage the invoice records.',
      mend: 'Close Khatm and move the whole folder to one that is not copied.',
    },
    'folder-open': {
      says: 'Other users of this machine can read it: {folder}',
      mend: 'Start Khatm again: it closes the folder to others. If this stays, the folder belongs to another user.',
    },
    'ledger-whole': {
      says: 'The file is sound, and so are the last of its invoices. Checked: {checked} of {documents}.',
    },
    'ledger-none': { says: 'Nothing was issued here yet.' },
    'ledger-lost': {
      says: 'The invoice records are missing, but the key of this terminal is there.',
      mend: 'Put the records back. Set nothing up again.',
    },
    'ledger-damaged': {
      says: 'The invoice records are damaged: {what}',
      mend: 'Stop selling, keep the newest backup safe, and call support.',
    },
    'ledger-newer': {
      says: 'The invoice records were written by a newer version of Khatm.',
      mend: 'Install the newer version.',
    },
    'end-whole': { says: 'Invoice {icv} is the last one, and nobody knows of a later one.' },
    'end-cut': {
      says: 'The records end at invoice {icv}, but {known} was issued: this is an older copy.',
      mend: 'Put the newest copy back. Sell nothing until then.',
    },
    'end-forked': {
      says: 'These are not the records that issued the last invoice here.',
      mend: 'Put the right records back. Sell nothing until then.',
    },
    'end-unknown': { says: 'Nothing outside the records says how far they had come.' },
    'reports-in-time': { says: 'In the last 30 days every invoice was reported in time.' },
    'reports-late': {
      says: 'Invoices reported after their 24 hours in the last 30 days: {count}.',
      mend: 'The list of invoices shows them with the filter “Reported late”. Find out why this till did not reach the authority.',
    },
    'vault-open': { says: 'The key and the secrets can be read.' },
    'vault-none': { says: 'There is no key here yet.' },
    'vault-locked': {
      says: 'It is locked, so nothing can be issued until somebody opens it.',
      mend: 'Open it at the terminal, with the passphrase or in the system’s own window.',
    },
    'vault-unavailable': {
      says: 'The key cannot be read here ({why}). Nothing can be issued.',
      mend: 'Sign in to this machine as the user who set Khatm up. If that is no help, call support.',
    },
    'certificate-valid': { says: 'Valid until {until}.' },
    'certificate-none': {
      says: 'There is no certificate yet, so nothing can be sold.',
      mend: 'Set this environment up.',
    },
    'certificate-soon': { says: 'It ends on {until}.', mend: 'Renew it. Sales go on meanwhile.' },
    'certificate-early': {
      says: 'It is valid from {from} only.',
      mend: 'Check the date of this machine.',
    },
    'certificate-over': { says: 'It ended on {until}. Nothing can be sold.', mend: 'Renew it now.' },
    'issuing-free': { says: 'Nothing here keeps invoices from being issued.' },
    'issuing-unknown': { says: 'Without certificate, key and records this cannot be known.' },
    'issuing-stopped': {
      says: 'Nothing can be issued. {failure}',
      mend: 'A manager signs in at the terminal: the page in place of the sale says what to do.',
    },
    'issuing-copied': {
      says: 'These records were moved or copied from another machine or folder. Nothing can be issued.',
      mend: 'If the other copy is gone or will never issue again, a manager confirms that in place of the sale. Otherwise use the other one.',
    },
    'issuing-key-missing': {
      says: 'The key of the certificate is not on this machine: it stayed on the former one. Nothing can be issued.',
      mend: 'Get a new certificate: re-issue it.',
    },
    'issuing-other-seller': {
      says: 'The company’s details are not those of the certificate. {field} is {here}, and the certificate has {stated}. Nothing can be issued.',
      mend: 'Look at the company’s details and save them; the certificate’s are shown. Find out who can reach the files of this machine.',
    },
    'proxy-none': { says: 'No proxy is used.' },
    'proxy-lets-through': { says: 'The proxy lets the connection through: {proxy}' },
    'proxy-unreachable': {
      says: 'The proxy cannot be reached: {proxy}',
      mend: 'Check its address and the network cable.',
    },
    'proxy-credentials': {
      says: 'The proxy wants another name and password: {proxy}',
      mend: 'Enter them under Environments, Network.',
    },
    'proxy-refused': {
      says: 'The proxy does not let this connection through: {proxy}',
      mend: 'Have the network’s administrator allow {host}.',
    },
    'proxy-locked': {
      says: 'The password of the proxy cannot be read.',
      mend: 'Mend the place of the key first.',
    },
    'proxy-training': { says: 'Training needs no network: the authority is played inside this program.' },
    'name-known': { says: '{host} is known here.' },
    'name-by-proxy': { says: 'The proxy looks the name up.' },
    'name-unknown': {
      says: 'The name {host} is not known here.',
      mend: 'Check that this machine is on the network. If it is, its name server (DNS) does not answer.',
    },
    'name-not-tried': { says: 'Not tried.' },
    'connection-open': { says: '{host} takes connections.' },
    'connection-closed': {
      says: '{host} cannot be reached.',
      mend: 'Have the network’s administrator allow connections to {host}, port {port}.',
    },
    'connection-not-tried': { says: 'Not tried.' },
    'tls-good': { says: 'The certificate of the other side is good, until {until}.' },
    'tls-expired': {
      says: 'The certificate of the other side has expired.',
      mend: 'Check the date of this machine. If it is right, wait: the other side must mend it.',
    },
    'tls-not-yet': {
      says: 'The certificate of the other side is not valid yet.',
      mend: 'Check date and time of this machine.',
    },
    'tls-self-signed': {
      says: 'The certificate of the other side is signed by itself alone.',
      mend: 'Only if the server is your own: add its certificate under Environments, Network.',
    },
    'tls-unknown-issuer': {
      says: 'The certificate of the other side comes from an issuer that is not trusted here: {issuer}',
      mend: 'If this is your company’s own, which looks into connections, add it under Environments, Network.',
    },
    'tls-host': {
      says: 'The certificate of the other side is for another name than {host}.',
      mend: 'Check the address of the gateway.',
    },
    'tls-broken': {
      says: 'No secure connection could be made.',
      mend: 'Something on the way looks into connections or breaks them. Ask the network’s administrator.',
    },
    'tls-not-tried': { says: 'Not tried.' },
    'answer-came': { says: 'The authority’s server answers.' },
    'answer-none': {
      says: 'The authority’s server does not answer.',
      mend: 'Wait. Sales to consumers go on, and everything is sent later.',
    },
    'answer-not-tried': { says: 'Not tried.' },
    'printer-reached': { says: 'It is there: {printer}' },
    'printer-gone': {
      says: 'It cannot be reached: {printer}',
      mend: 'Switch it on, and check its cable and address.',
    },
    'printer-known': { says: 'The system knows the printer.' },
    'printer-unknown': {
      says: 'The system does not know the printer that is chosen, or has none.',
      mend: 'Connect it, or choose another one.',
    },
    'printer-not-asked': { says: 'The system’s printers are seen in the window alone.' },
    'printers-none': { says: 'The receipt printer prints everything.' },
    'printers-there': { says: 'They are there, for: {uses}.' },
    'printers-gone': {
      says: 'The printer cannot be reached for: {uses}.',
      mend: 'Switch it on, check its cable and address, or choose another one.',
    },
    'drawer-none': { says: 'No drawer is set up.' },
    'drawer-reached': { says: 'The printer that it is plugged into is there.' },
    'drawer-gone': {
      says: 'The printer that it is plugged into cannot be reached.',
      mend: 'Mend the printer first. Until then open the drawer with its key.',
    },
    'drawer-at-system-printer': {
      says: 'It is set up at a printer of the system, which cannot open it.',
      mend: 'Connect the printer by network or by cable.',
    },
    'programs-off': { says: 'No program is let in.' },
    'programs-served': { says: 'They are served at port {port}.' },
    'programs-not-served': {
      says: 'They are let in, but nothing listens at port {port}.',
      mend: 'Another program may use this port. Choose another one.',
    },
    'programs-closed': { says: 'They are let in, but Khatm is not running.' },
    'programs-damaged': {
      says: 'The records of other programs are damaged. Sales go on.',
      mend: 'Start them over under Integrations.',
    },
    'webhooks-none': { says: 'No receiver is set.' },
    'webhooks-taken': { says: 'They take their events.' },
    'webhooks-failing': {
      says: '{receivers}: takes no events; {count} wait.',
      mend: 'See why under Integrations, Webhooks out.',
    },
    'webhooks-given-up': {
      says: '{receivers}: {count} events were given up.',
      mend: 'Send them again under Integrations, Deliveries.',
    },
  } satisfies Readonly<Record<FindingName, { says: string; mend?: string }>>,
} as const;
