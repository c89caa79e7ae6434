export const en = {
  open: 'Open Khatm',
  quit: 'Quit',
  none: 'None waiting',
  waiting: '{count} waiting',
} as const;
