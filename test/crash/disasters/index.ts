import { authority, deadline, diskFull, wire } from './around.ts';
import { backup, migration, olderCopy } from './books.ts';
import { corrections } from './corrections.ts';
import { credential, onboarding } from './credentials.ts';
import type { Disaster } from './disaster.ts';
import { api, dropFolder, eventsIn, eventsOut } from './guests.ts';
import { restore } from './restore.ts';
import { returns } from './returns.ts';
import { anywhere, checkpoint, issue, sending, together } from './selling.ts';

export type { Disaster } from './disaster.ts';

/** All there are; a shop that meets each of them meets them in this order. */
export const disasters: readonly Disaster[] = [
  onboarding,
  issue,
  sending,
  anywhere,
  wire,
  authority,
  backup,
  migration,
  credential('renewal'),
  credential('reissue'),
  checkpoint,
  diskFull,
  together,
  corrections,
  returns,
  api,
  eventsIn,
  eventsOut,
  dropFolder,
  restore,
  olderCopy,
  deadline,
];
