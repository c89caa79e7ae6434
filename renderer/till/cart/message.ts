import type { FieldId } from './sale-of-draft.ts';

export type MessageOf = (field: FieldId) => string | undefined;
