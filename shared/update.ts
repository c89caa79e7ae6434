import * as z from 'zod';

/** The reasons why an update is not accepted, each with a text in `shared/words`. */
export const updateTroubles = [
  'no-keys', // this build trusts no key, so it accepts no update
  'unreachable', // the server does not answer, or the folder cannot be read
  'missing', // there is no manifest, or the file that it names is missing
  'bad-signature', // the manifest is signed by none of the trusted keys
  'malformed', // it is signed, but this version cannot read it
  'wrong-product',
  'wrong-ring', // it is for terminals of another ring
  'replayed', // an older manifest than one seen before, or another one with the same serial
  'expired',
  'not-yet',
  'other-stage', // this terminal is not included yet
  'wrong-platform', // it has no file for this machine
  'too-old-here', // another version must be installed before it
  'older-books', // it could not read the databases that this version has written
  'no-room', // too little space for the file and its installation
  'disk-full',
  'cut', // the connection ended before the file was complete
  'file-differs', // the file is not the one in the manifest
  'backup-failed',
  'books-broken', // the check before the installation found damage
  'not-installable', // this installation cannot replace itself
  'install-failed', // the installation did not begin, or the old version started again
  'not-healthy', // the new version started, but did not find everything unchanged
] as const;
export type UpdateTrouble = (typeof updateTroubles)[number];

/** The reasons why an installation waits for a better moment. */
export const updateWaits = ['basket', 'card', 'sending', 'programs'] as const;
export type UpdateWait = (typeof updateWaits)[number];

/** The version of a release: three numbers. */
export const versionSchema = z.string().regex(/^(0|[1-9]\d{0,5})(\.(0|[1-9]\d{0,5})){2}$/);

/** The databases whose schemas decide between which versions a terminal may go. */
export const databaseNames = ['ledger', 'terminal', 'catalogue', 'integration'] as const;
export type DatabaseName = (typeof databaseNames)[number];

/** The name of a ring: the terminals that get a release together, such as `pilot`. */
export const ringSchema = z.string().regex(/^[a-z][a-z0-9-]{0,19}$/);
