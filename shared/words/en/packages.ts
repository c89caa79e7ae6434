/** The packages: their names in the system’s menu, and what is said while the program is installed or removed. */
export const en = {
  synopsis: 'Tax invoices for shop terminals in Saudi Arabia',
  description: 'Khatm issues invoices at the till and has them cleared and reported to the authority.',
  menu: {
    kind: 'Shop till',
    /** Words to search for, each followed by a semicolon. */
    keywords: 'till;invoice;receipt;VAT;ZATCA;',
    safeMode: 'Start in safe mode',
  },
  /** The notice after an upgrade on Linux; {process} is the number of the till’s process. */
  goesOn:
    'Khatm: the till that is running (process {process}) goes on as it is; the new version begins with its next start.',
  /** The notice at the end of a removal on Linux, above the list of folders. */
  removed: 'Khatm is removed. The records stay where they are:',
  keepRecords:
    'Tax invoices must be kept until six years after the end of their tax period (VAT Implementing Regulations, article 66). Make a backup before you delete anything; invoices that wait to be sent are there as well.',
  /** The installer for Windows, while the program is open; Retry is the label of Windows’ own button. */
  isOpen: 'Khatm is open on this machine. End the sale, close Khatm, and press Retry.',
  /** The notice at the end of a removal on Windows. */
  removedFromWindows:
    'Khatm is removed. The records of each person stay in their application data, in the folder Khatm. Tax invoices must be kept until six years after the end of their tax period.',
} as const;
