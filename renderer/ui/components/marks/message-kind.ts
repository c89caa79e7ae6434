import type { AuthorityMessage } from '../../../../shared/status.ts';

/** Returns the kind of a message by the authority's own word for it; an unknown word counts as information. */
export function kindOf({ type, status }: AuthorityMessage): 'error' | 'warning' | 'information' {
  const word = `${type ?? ''} ${status ?? ''}`.toUpperCase();
  if (word.includes('ERROR')) return 'error';
  return word.includes('WARN') ? 'warning' : 'information';
}
