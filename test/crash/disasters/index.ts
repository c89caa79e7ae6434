import { authority, clockAhead, deadline, diskFull, wire } from './around.ts';
import { api, corrections, dropFolder, eventsIn, eventsOut, everything, returns } from './busy.ts';
import { credential, onboarding } from './credentials.ts';
import type { Disaster } from './disaster.ts';
import { backup, folderPutBack, olderCopy } from './ledger-file.ts';
import { restore } from './restore.ts';
import {
  anywhere,
  card,
  checkpoint,
  dictionary,
  drawer,
  issue,
  print,
  refund,
  sending,
  shift,
  together,
} from './selling.ts';
import { silentConnections } from './silent.ts';

export type { Disaster } from './disaster.ts';

/** All disasters, in the order in which a shop meets each once. Those that are part of another are then skipped. */
export const disasters: readonly Disaster[] = [
  onboarding,
  issue,
  dictionary,
  sending,
  anywhere,
  card,
  refund,
  drawer,
  shift,
  print,
  wire,
  authority,
  backup,
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
  everything,
  silentConnections,
  restore,
  olderCopy,
  folderPutBack,
  clockAhead,
  deadline,
];
