/* The checks of an archive's manifest and of the files beside it, and their results, by stable codes. */

/** `end` and `unlisted` are about a folder, the others about one manifest. */
export const archiveChecks = [
  'form',
  'signature',
  'key',
  'chain',
  'archive',
  'sums',
  'documents',
  'witness',
  'end',
  'unlisted',
] as const;
export type ArchiveCheck = (typeof archiveChecks)[number];

/** Failures: something is missing, or differs from what was signed. */
export const archiveFailures = [
  'manifest-unreadable', // not a manifest
  'manifest-newer', // its form is one of a later version
  'manifest-misnamed', // another month, taxpayer or part than its file's name; `name`
  'manifest-missing', // an archive of this folder has no manifest; `name`
  'signature-missing', // the signature's file is missing; `name`
  'signature-wrong', // the manifest or its signature was changed, or another key signed it
  'key-other', // signed by another key than the one that was given; `key`
  'chain-missing', // the previous manifest is not in the folder; `number`, `sha256`
  'chain-broken', // the manifest under the previous number is another one; `number`
  'chain-forked', // another manifest has the same number; `number`, `name`
  'chain-other-key', // the previous manifest names another key; `number`
  'archive-missing', // the archive is missing; `name`
  'archive-differs', // the archive has other bytes; `name`
  'sums-missing', // the file of checksums is missing; `name`
  'sums-differ', // the file of checksums has others than the manifest; `name`
] as const;
export type ArchiveFailure = (typeof archiveFailures)[number];

/** Reasons why something was not checked. */
export const archiveUnchecked = [
  'key-not-given', // nobody said which key is the head office's; `key`
  'previous-elsewhere', // one manifest was named, and the previous one is not beside it; `number`, `sha256`
  'archive-over', // the archive is missing, and its time is over; `name`, `until`
  'documents-packed', // the documents inside; `name`
  'other-witness', // the tills' audit logs; `sha256`
  'end-unknown', // whether there are later manifests; `number`
] as const;
export type ArchiveUnchecked = (typeof archiveUnchecked)[number];

/** The result of a check; without a code all is well. */
export type ArchiveResult = { readonly name: ArchiveCheck } & (
  | { readonly ok: true }
  | { readonly ok: false; readonly code: ArchiveFailure; readonly facts?: ArchiveFacts }
  | { readonly ok: null; readonly code: ArchiveUnchecked; readonly facts?: ArchiveFacts }
);
export type ArchiveFacts = Readonly<Record<string, string | number>>;
