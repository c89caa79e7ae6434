import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Article } from '../../../../shared/contract/till/articles.ts';
import { articleLimits } from '../../../../shared/sale/article.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';

/** The number of milliseconds without a key before the search starts. */
const pause = 120;
const none: readonly Article[] = [];

export type TileList = ReturnType<typeof useTileList>;

/**
 * Returns one page of the articles of a tab, or of those that match the typed text.
 * @param chosen the tab that was chosen; undefined for the favourites or, without any, all articles
 */
export function useTileList(chosen: string | undefined) {
  const { language } = useLanguage();
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState({ of: '', start: 0 });
  const [text] = useDebouncedValue(typed.trim(), pause);
  const favourites = useTerminalQuery('article.list', { show: 'favourites', language });
  const all = useTerminalQuery('article.list', { language });
  const hasFavourites = (favourites.data?.total ?? 0) > 0;
  const tab = chosen === undefined ? (hasFavourites ? 'favourites' : 'all') : chosen;
  const of = `${tab} ${text}`;
  const start = page.of === of ? page.start : 0;
  const isGroup = tab !== 'favourites' && tab !== 'all' && tab !== 'open';
  const { data } = useTerminalQuery(
    'article.list',
    text !== ''
      ? { text, language, start }
      : {
          show: tab === 'favourites' ? 'favourites' : 'active',
          language,
          start,
          ...(isGroup && { group: tab }),
        },
    { keepsPrevious: true },
  );
  const total = data?.total ?? 0;
  const goTo = (place: number) => () => setPage({ of, start: place });
  return {
    tab: text !== '' && tab === 'open' ? 'all' : tab,
    /** True when the shop has no article at all; false while that is unknown. */
    isEmpty: all.data?.total === 0,
    hasFavourites,
    articles: data?.articles ?? none,
    isKnown: data !== undefined,
    typed,
    search: setTyped,
    earlier: start > 0 ? goTo(Math.max(0, start - articleLimits.page)) : undefined,
    later: start + articleLimits.page < total ? goTo(start + articleLimits.page) : undefined,
  };
}
