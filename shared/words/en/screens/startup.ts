/** The program on this machine: when it starts, and whether a person can leave its window. */
export const en = {
  startup: {
    title: 'Khatm on this device',
    autostart: 'Start with the device',
    autostartText: 'When a person signs in to the system.',
    kiosk: 'Fill the screen',
    kioskText: 'Nobody closes or leaves the window; a manager does, here, with their PIN.',
    leave: 'Leave until the next start',
  },
} as const;
