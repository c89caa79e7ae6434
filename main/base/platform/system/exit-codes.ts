/** Electron's exit code when the terminal could not be opened and the person has seen why. */
export const terminalRefused = 20;
