/** The trades of training's sample shops. */
export const trades = ['grocery', 'cafe', 'clothes', 'pharmacy'] as const;
export type Trade = (typeof trades)[number];

/** The choices of the first screen; `empty`: no sample shop. */
export const beginnings = [...trades, 'empty'] as const;
export type Beginning = (typeof beginnings)[number];

/** The PIN of the people of a sample shop. It protects nothing: they exist in training alone, and the screen shows it. */
export const samplePin = '274815';

/** The steps of a shop's first day, in the order in which they are shown. */
export const firstDaySteps = ['prices', 'people', 'limits', 'printer', 'practise', 'goLive'] as const;
export type FirstDayStep = (typeof firstDaySteps)[number];
