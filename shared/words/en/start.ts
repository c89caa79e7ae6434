/** The program’s name, and a start that is refused. */
export const en = {
  name: 'Khatm',
  refusedSwitches: 'Khatm does not start with these switches: {list}',
} as const;
