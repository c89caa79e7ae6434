import type { DraftLine } from '../../../../shared/stored/basket/draft.ts';
import type { MessageOf } from '../../cart/message.ts';
import { fieldIds, type LineField, lineFields } from '../../cart/sale-of-draft.ts';

export type LineMessages = Readonly<Partial<Record<LineField, string>>>;

export function lineMessages(messageOf: MessageOf, { key }: DraftLine): LineMessages {
  const messages: Partial<Record<LineField, string>> = {};
  for (const field of lineFields) {
    const message = messageOf(fieldIds.line(key, field));
    if (message !== undefined) messages[field] = message;
  }
  return messages;
}
