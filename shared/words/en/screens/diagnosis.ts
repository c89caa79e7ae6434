/** The diagnosis and the file for support. */
export const en = {
  diagnosis: {
    title: 'Diagnosis',
    lead: 'Looks at this machine, the invoice records, the way to the authority and the devices. It changes nothing, and sales go on meanwhile.',
    run: 'Look now',
    running: 'Looking …',
    fine: 'Nothing is wrong.',
    warned: 'Nothing is wrong, but something needs attention.',
    failed: 'Something is not in order. The steps say what to do.',
    open: 'Mend it: {page}',
    bundle: 'File for support',
    bundleLead:
      'Writes a zip file with this diagnosis, versions, settings, counts and the log. No keys, PINs or passwords are in it, and nothing of any buyer.',
    folder: 'Folder for the file',
    write: 'Write the file',
    writing: 'Writing …',
    written: 'Written: {file}',
    log: 'Program log',
    logLead:
      'What went wrong here and when, newest first. Support may ask for it; the file for support has it too.',
    logShow: 'Show',
    logLevels: { info: 'Everything', warning: 'Warnings and errors', error: 'Errors alone' },
    logOlder: 'Older lines',
    logNone: 'Nothing of this kind is in the log.',
    logMarks: { info: 'Note', warning: 'Warning', error: 'Error' },
    logMessages: {
      failure: 'Not done',
      defect: 'A fault of the program',
      'environment cannot open': 'An environment cannot be opened',
      'not made private': 'Other users of this machine can read a file',
      start: 'The program started',
      'safe mode': 'Started in safe mode',
      'stopped by itself': 'The program stopped by itself',
    },
    logOther: 'A message of another part',
    logDetail: 'For support',
  },
} as const;
