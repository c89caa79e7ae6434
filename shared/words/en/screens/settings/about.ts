export const about = {
  title: 'About Khatm',
  lead: 'Tax invoices for shop terminals in Saudi Arabia. Khatm is free software under the MIT licence.',
  version: 'Version',
  terminal: 'This installation',
  folder: 'Data folder',
  logs: 'Folder of the log',
  system: 'System',
  parts: 'Made of',
  certificate: 'Certificate',
  licences: 'Licences',
  licencesLead:
    'Khatm contains the libraries below. All of their licences are also in the file LICENSES.libraries.txt in the program’s folder, and those of Chromium in LICENSES.chromium.html.',
  noText: 'The library brings no words of its licence.',
  noLicences:
    'The program was not started from a package. The licences lie beside the libraries, in node_modules.',
} as const;
