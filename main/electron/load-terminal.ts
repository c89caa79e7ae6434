import { setTimeout as pause } from 'node:timers/promises';

/*
 * The parts of the terminal. Each keeps this process busy for a few tens of milliseconds; between two of them the
 * page gets its files, so that page and terminal load at the same time.
 */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('zod'),
  () => import('../../shared/words/index.ts'),
  () => import('../../shared/contract/invoices.ts'),
  () => import('../../shared/contract/webhooks.ts'),
  () => import('../../shared/contract/index.ts'),
  () => import('../xml/parse.ts'),
  () => import('../stamp/key.ts'),
  () => import('../stamp/verify.ts'),
  () => import('../ledger/ledger.ts'),
  () => import('../platform/log.ts'),
  () => import('../receipt/receipt-html.ts'),
  () => import('../network/network.ts'),
  () => import('../environment/open-environment.ts'),
  () => import('../terminal/terminal.ts'),
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
