/** True for Windows' Node under Wine, which stands in for Windows and differs from it here and there. */
export const isWine = process.platform === 'win32' && process.env.WINELOADER !== undefined;
