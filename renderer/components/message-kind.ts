import type { AuthorityMessage } from '../../shared/status.ts';

/** By the authority's own word; one it never used before counts as a note. */
export function kindOf({ type, status }: AuthorityMessage): 'error' | 'warning' | 'information' {
  const word = `${type ?? ''} ${status ?? ''}`.toUpperCase();
  if (word.includes('ERROR')) return 'error';
  return word.includes('WARN') ? 'warning' : 'information';
}
