/** The program on this machine: when it starts, the lock of its window, and the text size. */
export const startup = {
  title: 'Khatm on this device',
  autostart: 'Start with the device',
  autostartText: 'When a person signs in to the system.',
  kiosk: 'Fill the screen',
  kioskText: 'Nobody closes or leaves the window; a manager does, here, with their PIN.',
  textSize: 'Text size',
  leave: 'Leave until the next start',
} as const;
