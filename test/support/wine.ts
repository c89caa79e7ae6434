/** True when Windows' Node runs under Wine, which replaces Windows and differs from it in details. */
export const isWine = process.platform === 'win32' && process.env.WINELOADER !== undefined;
