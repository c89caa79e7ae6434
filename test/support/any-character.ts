import fc from 'fast-check';

/** Any character at all, like fast-check's unit `binary`, which first makes a table of all million of them. */
export const anyCharacter = fc
  .nat(0x10_ffff - 0x800)
  .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + 0x800));
