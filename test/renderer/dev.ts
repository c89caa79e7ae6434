import '../../renderer/page/zod-without-eval.ts';
import { createFakeTerminal, type FakeOptions, type FakeTerminal } from './fake-terminal.ts';

declare global {
  interface Window {
    /** For tests: the terminal behind the screens. */
    fake: FakeTerminal;
  }
}

/** The screens on the fake terminal; options come as `?options={"role":"cashier"}`. */
const options = new URLSearchParams(window.location.search).get('options');
const fake = createFakeTerminal(options === null ? { pace: 1500 } : (JSON.parse(options) as FakeOptions));
window.fake = fake;
Object.assign(window, { khatm: fake });
await import('../../renderer/main.tsx');
