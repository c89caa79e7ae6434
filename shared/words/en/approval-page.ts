export const en = {
  asks: '“{name}” asks for access to this terminal. Approve on the terminal’s screen if it shows this code:',
  failed: 'This request cannot be completed. Begin again from your program.',
} as const;
