/** The icon in the tray or the menu bar, and notifications. */
export const en = {
  open: 'Open Khatm',
  quit: 'Quit',
  none: 'None waiting',
  waiting: '{count} waiting',
} as const;
