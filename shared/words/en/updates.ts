import type { UpdateTrouble, UpdateWait } from '../../update.ts';

export const en = {
  troubles: {
    'no-keys': 'This build of the program takes no updates: it trusts no key.',
    unreachable: 'The updates could not be read. Check the network, or that the stick is plugged in.',
    missing: 'There is no update in that place, or a part of it is missing.',
    'bad-signature': 'This update is not signed by the makers of this program. Do not use it.',
    malformed: 'This update cannot be read by the version that runs here.',
    'wrong-product': 'This is an update of another program.',
    'wrong-ring': 'This update is meant for other terminals.',
    replayed: 'This is an older update than one that was seen here before.',
    expired: 'The time of this update is over. Get a newer one. Check the clock, too.',
    'not-yet': 'The time of this update has not come yet.',
    'other-stage': 'It is not this terminal’s turn yet.',
    'wrong-platform': 'This update has nothing for this kind of machine or installation.',
    'too-old-here': 'Another version must be installed before this one.',
    'older-books': 'That version cannot read the records as they are now, so it is not installed.',
    'no-room': 'The disk has too little room for the update. Make room and try again.',
    'disk-full': 'The disk is full. Nothing was installed. Make room and try again.',
    cut: 'The connection ended before the update was whole. The next attempt goes on from there.',
    'file-differs': 'The file is not the one that was signed. It was removed.',
    'backup-failed':
      'No backup could be made before the update, so nothing was installed. See to the backups first.',
    'books-broken': 'The records did not pass their check, so nothing was installed. Call support.',
    'not-installable': 'The program cannot replace itself here.',
    'install-failed': 'The update could not be installed. The version from before runs.',
    'not-healthy': 'The new version did not find everything as it was. Check the records, and call support.',
  },
  former: {
    message:
      'Version {version} did not come up twice. The records were not changed by it, so version {former} can take its place again.',
    differs:
      'Version {version} did not come up twice. The package of version {former} is not the one that was kept, so it is not installed. Call support.',
    stay: 'Try {version} again',
    back: 'Back to {former}',
  },
  waits: {
    basket: 'A basket is open. Sell it, put it aside or empty it first.',
    card: 'It is not known yet whether a card was charged. Settle that first.',
    sending: 'Documents are being sent. Wait a moment.',
    programs: 'Another program has these records open. Close it first: another window, or khatm serve.',
  },
} as const satisfies {
  troubles: Readonly<Record<UpdateTrouble, string>>;
  former: Readonly<Record<'message' | 'differs' | 'stay' | 'back', string>>;
  waits: Readonly<Record<UpdateWait, string>>;
};
