export const en = {
  goesOn: {
    title: 'Khatm goes on sending',
    body: 'It works on without its window. To end it, choose Quit at its icon in the {place}.',
  },
  places: {
    tray: 'notification area',
    menuBar: 'menu bar',
  },
  due: 'The first is due by {time}.',
  overdue: 'The first is overdue.',
  closed: 'While Khatm is closed, nothing is sent.',
  locked: 'Nothing is sent before somebody unlocks the terminal.',
  keep: 'Go on sending',
  back: 'Back',
  quit: 'Quit Khatm',
  stillWaiting: {
    one: '{count} document still waits to be sent.',
    other: '{count} documents still wait to be sent.',
  },
} as const;
