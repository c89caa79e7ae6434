import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** What events said last, by query. */
const news = new Map<string, { value: unknown; turn: number }>();
let turn = 0;

/** Puts what an event says where the query of the same thing finds it. */
export function takeNews(cache: QueryClient, key: QueryKey, value: unknown): void {
  turn += 1;
  news.set(JSON.stringify(key), { value, turn });
  cache.setQueryData(key, value);
}

/**
 * Remembers the moment a call begins. Its answer then gives way to what an event said meanwhile: answers and events may
 * come on two ways, and one that left main before the other may arrive after it.
 */
export function newsFromNow(key: QueryKey): <T>(answer: T) => T {
  const begun = turn;
  return <T>(answer: T) => {
    const last = news.get(JSON.stringify(key));
    return last !== undefined && last.turn > begun ? (last.value as T) : answer;
  };
}
