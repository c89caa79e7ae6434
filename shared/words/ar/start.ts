import type { en } from '../en/start.ts';
import type { Translation } from '../plural.ts';

export const ar: Translation<typeof en> = {
  name: 'ختم',
  refusedSwitches: 'لا يبدأ ختم بهذه الخيارات: {list}',
};
