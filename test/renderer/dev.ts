import '../../renderer/page/zod-without-eval.ts';
// First, as in the program: the screens' own styles override it.
import '@mantine/core/styles.css';
import { createFakeTerminal, type FakeOptions, type FakeTerminal } from './fake-terminal.ts';

declare global {
  interface Window {
    /** The terminal behind the screens, for tests. */
    fake: FakeTerminal;
  }
}

/** The screens on the fake terminal, with options in the query: `?options={"role":"cashier"}`. */
const options = new URLSearchParams(window.location.search).get('options');
const fake = createFakeTerminal(options === null ? { pace: 1500 } : (JSON.parse(options) as FakeOptions));
window.fake = fake;
Object.assign(window, { khatm: fake });
await import('../../renderer/main.tsx');
