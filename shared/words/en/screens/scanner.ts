export const scanner = {
  sound: 'A sound at each scan',
  untaken: 'Nothing can be scanned here. Nothing was changed.',
  noDocument: 'This terminal has no invoice with this code.',
} as const;
