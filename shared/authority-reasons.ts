import type { AuthorityMessage } from './status.ts';

/** Returns the kind of a message by the authority's own word for it; an unknown word counts as information. */
export function kindOf({ type, status }: AuthorityMessage): 'error' | 'warning' | 'information' {
  const word = `${type ?? ''} ${status ?? ''}`.toUpperCase();
  if (word.includes('ERROR')) return 'error';
  return word.includes('WARN') ? 'warning' : 'information';
}

/**
 * Returns the authority's reasons for rejecting a document: the errors among its messages, or all messages when none is
 * marked as an error.
 */
export function reasonsAmong(messages: readonly AuthorityMessage[]): readonly AuthorityMessage[] {
  const errors = messages.filter((message) => kindOf(message) === 'error');
  return errors.length > 0 ? errors : messages;
}
