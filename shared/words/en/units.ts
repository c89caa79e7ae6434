import type { Unit } from '../../sale/units.ts';

/** The units of goods. `others`: further spellings in files, separated by commas. */
export const en = {
  names: {
    PCE: 'piece',
    KGM: 'kg',
    GRM: 'g',
    LTR: 'litre',
    MLT: 'ml',
    MTR: 'metre',
    CMT: 'cm',
    MTK: 'm²',
    PR: 'pair',
    DZN: 'dozen',
    SET: 'set',
    HUR: 'hour',
    DAY: 'day',
  },
  others: {
    PCE: 'pc, pcs, pieces, each, ea, unit',
    KGM: 'kgs, kilo, kilogram',
    GRM: 'gram, gr',
    LTR: 'l, lt, liter',
    MLT: 'millilitre',
    MTR: 'm, meter',
    CMT: 'centimetre',
    MTK: 'm2, sqm',
    PR: 'pairs',
    DZN: 'doz',
    SET: 'sets',
    HUR: 'h, hr, hours',
    DAY: 'days',
  },
} as const satisfies Record<'names' | 'others', Record<Unit, string>>;
