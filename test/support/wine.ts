/** True when Windows' Node runs under Wine, which replaces Windows, has no links and differs from it in other details. */
export const isWine = process.platform === 'win32' && process.env.WINELOADER !== undefined;
