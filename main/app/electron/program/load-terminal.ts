import { setTimeout as pause } from 'node:timers/promises';

/* The parts of the terminal, each some ten milliseconds of work; between two of them, the window is drawn. */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('../../../../shared/words/index.ts'),
  () => import('../../../../shared/contract/till/invoices.ts'),
  () => import('../../../../shared/contract/programs/webhooks.ts'),
  () => import('../../../../shared/contract/index.ts'),
  () => import('../../../document/xml/parse.ts'),
  () => import('../../../document/stamp/key.ts'),
  () => import('../../../document/stamp/verify/verify.ts'),
  () => import('../../../books/ledger/ledger.ts'),
  () => import('../../../base/platform/log.ts'),
  () => import('../../../document/paper/receipt-html.ts'),
  () => import('../../../base/network/network.ts'),
  () => import('../../environment/open/open-environment.ts'),
  () => import('../../terminal/terminal.ts'),
];

/** Loads the terminal part by part, and returns the function that runs it. */
export async function loadTerminal(): Promise<typeof import('../run-terminal.ts')> {
  for (const load of parts) {
    // The page waits for the terminal in any case, so the terminal does not wait for the page.
    await pause(1);
    await load();
  }
  return import('../run-terminal.ts');
}
