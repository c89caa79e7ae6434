/** The program’s name, a start that is refused, and a screen that has stopped. */
export const en = {
  name: 'Khatm',
  refusedSwitches: 'Khatm does not start with these switches: {list}',
  crashed: {
    message: 'The screen has stopped again.',
    detail:
      'What was issued is safe, and the basket is kept. Start Khatm again. If this returns, call support.',
    restart: 'Start again',
    stay: 'Only the screen',
  },
} as const;
