import { setTimeout as pause } from 'node:timers/promises';

/*
 * The parts of the terminal. Each keeps this process busy for some tens of milliseconds; between two of them the
 * page gets its files, so that page and terminal load at the same time.
 */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('../../shared/contract/index.ts'),
  () => import('../xml/parse.ts'),
  () => import('../stamp/verify.ts'),
  () => import('../catalogue/article-files.ts'),
  () => import('../receipt/receipt-html.ts'),
  () => import('../environment/open-environment.ts'),
];

/** Milliseconds after which the page is waited for no longer. */
const pageWithin = 1_000;

/**
 * Loads the terminal part by part, and returns what runs it.
 * @param isPageLoading whether the page still asks for files, which come first
 */
export async function loadTerminal(
  isPageLoading: () => boolean,
): Promise<typeof import('./run-terminal.ts')> {
  const until = performance.now() + pageWithin;
  for (const load of parts) {
    do await pause(1);
    while (isPageLoading() && performance.now() < until);
    await load();
  }
  return import('./run-terminal.ts');
}
