/** Electron's exit code when the terminal could not be opened and the person was told why. */
export const terminalRefused = 20;
