/** The packages that are units of goods, on screens, in files and on paper. */
export const packageUnits = {
  XCT: 'carton',
  XBX: 'box',
  XPK: 'pack',
  XPA: 'packet',
  XBG: 'bag',
  XSA: 'sack',
  XBE: 'bundle',
  XPU: 'tray',
  XBO: 'bottle',
  XCX: 'can',
  XJR: 'jar',
  XRO: 'roll',
  XTU: 'tube',
  XCR: 'crate',
  XBJ: 'bucket',
} as const;
