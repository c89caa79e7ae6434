export const en = {
  name: 'Khatm',
  /** Seen until the program has loaded. */
  opening: 'Khatm is opening …',
  refusedSwitches: 'Khatm does not start with these switches: {list}',
  alteredFile:
    'A file of the program is not as it was delivered: {file}. Khatm does not start, so that no invoice goes wrong. The records are untouched. Install Khatm again.',
  dataMoved:
    'The records of this terminal are no longer here. They are in the folder below. Programs and backups that name this folder must name that one.',
  stopped:
    'Khatm stopped by itself again and again, also in safe mode, and stays closed. What was issued is safe, and the basket is kept. Call support.',
  crashed: {
    message: 'The screen has stopped again.',
    detail:
      'What was issued is safe, and the basket is kept. Start Khatm again. If this returns, call support.',
    restart: 'Start again',
    stay: 'Only the screen',
  },
} as const;
