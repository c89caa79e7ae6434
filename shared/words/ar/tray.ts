import type { en } from '../en/tray.ts';
import type { Translation } from '../plural.ts';

export const ar: Translation<typeof en> = {
  open: 'فتح ختم',
  quit: 'إنهاء',
  none: 'لا شيء بالانتظار',
  waiting: '{count} بالانتظار',
};
