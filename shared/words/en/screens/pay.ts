/** Paying: the means, the amounts and the pad for them. */
export const en = {
  pad: {
    label: 'Number pad',
    doubleZero: 'Double zero',
    point: 'Decimal point',
    erase: 'Erase the last digit',
    enter: 'Done',
  },
} as const;
