import type { packageUnits as en } from '../en/package-units.ts';
import type { Translation } from '../plural.ts';

/** The packages that are units of goods, on screens, in files and on paper. */
export const packageUnits: Translation<typeof en> = {
  XCT: 'كرتون',
  XBX: 'علبة',
  XPK: 'عبوة',
  XPA: 'باكيت',
  XBG: 'كيس',
  XSA: 'شوال',
  XBE: 'ربطة',
  XPU: 'صينية',
  XBO: 'قارورة',
  XCX: 'معلبة',
  XJR: 'مرطبان',
  XRO: 'لفة',
  XTU: 'أنبوب',
  XCR: 'صندوق',
  XBJ: 'سطل',
};
