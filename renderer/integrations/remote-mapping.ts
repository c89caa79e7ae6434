import { type RemoteMapping, remoteSettingsSchema } from '../../shared/contract/remote.ts';

/** Where things are in the other layer's list, as the form has it: all of them text, empty where there is none. */
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

/** As the contract has it: this program's own API. */
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

/** `items` and `uuid` may be empty: the answer itself is the list, an item is its own UUID. */
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
