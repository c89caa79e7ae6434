import { type RemoteMapping, remoteSettingsSchema } from '../../../../shared/contract/programs/remote.ts';

/** The paths to values in the remote system's list, as form fields: each is text, and empty when it is not used. */
export const mappingFields = [
  'items',
  'uuid',
  'id',
  'status',
  'clearedAt',
  'asOf',
  'cursor',
  'parameter',
] as const;
export type MappingDraft = Record<(typeof mappingFields)[number], string>;

/** The default mapping of the contract, which fits this program's own API. */
export const standardMapping: RemoteMapping = remoteSettingsSchema.shape.mapping.parse(undefined);

export function draftOf({ items, uuid, id, status, clearedAt, asOf, next }: RemoteMapping): MappingDraft {
  return {
    items,
    uuid,
    id: id ?? '',
    status: status ?? '',
    clearedAt: clearedAt ?? '',
    asOf: asOf ?? '',
    cursor: next?.cursor ?? '',
    parameter: next?.parameter ?? '',
  };
}

/**
 * Returns the mapping of a form. `items` and `uuid` may be empty; then the answer itself is the list, and an item is
 * its own UUID.
 */
export function mappingOf(draft: MappingDraft): RemoteMapping {
  const { items, uuid, cursor, parameter } = draft;
  const given = (['id', 'status', 'clearedAt', 'asOf'] as const).filter((field) => draft[field] !== '');
  return {
    items,
    uuid,
    ...Object.fromEntries(given.map((field) => [field, draft[field]])),
    ...((cursor !== '' || parameter !== '') && { next: { cursor, parameter } }),
  };
}
