import '../../../renderer/ui/page/zod-without-eval.ts';
// These styles come first, as in the program, because the screens' own styles override them.
import '@mantine/core/styles.css';
import { createFakeTerminal, type FakeOptions, type FakeTerminal } from '../fakes/fake-terminal.ts';

declare global {
  interface Window {
    /** The terminal behind the screens, for tests. */
    fake: FakeTerminal;
    /** Loads axe from this site, so that the browser can reuse the compiled script on each page. */
    loadAxe(): Promise<unknown>;
  }
}

/** Shows the screens on the fake terminal, with options in the query: `?options={"role":"cashier"}`. */
const options = new URLSearchParams(window.location.search).get('options');
const fake = createFakeTerminal(options === null ? { pace: 1500 } : (JSON.parse(options) as FakeOptions));
window.fake = fake;
window.loadAxe = () => import('axe-core');
Object.assign(window, { khatm: fake });
await import('../../../renderer/main.tsx');
