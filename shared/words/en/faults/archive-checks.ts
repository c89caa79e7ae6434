import type { ArchiveFailure, ArchiveUnchecked } from '../../../office/wire/archive-checks.ts';

export const en = {
  failures: {
    'manifest-unreadable': 'This is not a manifest, or it is damaged.',
    'manifest-newer': 'A later version made this manifest. Check it with that version.',
    'manifest-misnamed': 'By its content its name is {name}.',
    'manifest-missing': '{name} is missing, so nothing says what this archive should hold.',
    'signature-missing': '{name} is missing.',
    'signature-wrong': 'The manifest or its signature was changed, or another key signed it.',
    'key-other': 'Another key signed it: {key}',
    'chain-missing': 'The manifest before this one is missing: number {number}, SHA-256 {sha256}',
    'chain-broken': 'The manifest number {number} here is not the one before this one.',
    'chain-forked': '{name} has the number {number} too.',
    'chain-other-key': 'The manifest number {number} before it names another key.',
    'archive-missing': '{name} is missing.',
    'archive-differs': '{name} is not the archive that was signed.',
    'sums-missing': '{name} is missing.',
    'sums-differ': '{name} has other checksums than the manifest.',
  },
  unchecked: {
    'key-not-given':
      'Ask the head office whether {key} is its key, and give it with --key. Anybody can sign with a key of their own.',
    'previous-elsewhere': 'The manifest before this one is not beside it: number {number}, SHA-256 {sha256}',
    'archive-over': '{name} is missing. It had to be kept until {until}.',
    'documents-packed': 'Unpack {name} with tar, and verify its documents.',
    'other-witness': 'The audit log of each till names this manifest as {sha256}.',
    'end-unknown': 'Nothing here says whether there is a manifest after number {number}.',
  },
} as const satisfies {
  failures: Readonly<Record<ArchiveFailure, string>>;
  unchecked: Readonly<Record<ArchiveUnchecked, string>>;
};
