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
  },
} as const;
