import type { FieldId } from './sale-of-draft.ts';

/** Returns the message to show at a field, or undefined. */
export type MessageOf = (field: FieldId) => string | undefined;
