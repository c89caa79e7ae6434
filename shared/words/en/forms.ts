/** The forms of texts, by their names in the parsing library. */
export const en = {
  date: 'must be a date such as 2026-11-20',
  datetime: 'must be a moment such as 2026-11-20T10:00:00Z',
  uuid: 'must be a UUID',
  guid: 'must be a UUID',
  url: 'must be an address such as https://example.com/path',
  email: 'must be an e-mail address',
} as const;
