import type { en } from '../en/forms.ts';
import type { Translation } from '../plural.ts';

export const ar: Translation<typeof en> = {
  date: 'يجب أن يكون تاريخًا مثل 2026-11-20',
  datetime: 'يجب أن يكون وقتًا مثل 2026-11-20T10:00:00Z',
  uuid: 'يجب أن يكون معرّفًا بصيغة UUID',
  guid: 'يجب أن يكون معرّفًا بصيغة UUID',
  url: 'يجب أن يكون عنوانًا مثل \u200ehttps://example.com/path\u200e',
  email: 'يجب أن يكون عنوان بريد إلكتروني',
};
