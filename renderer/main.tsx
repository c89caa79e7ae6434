import './ui/page/zod-without-eval.ts';
// Imported before the screens' own styles, which must override the library's.
import './ui/page/fonts.css';
import '@mantine/core/styles.css';
import './ui/page/global.css';
import './ui/components/common.module.css';
import { createRoot } from 'react-dom/client';
import { type Bridge, createClient } from '../shared/contract/bridge.ts';
import { App } from './app.tsx';
import { followInputs, LastInputContext } from './ui/page/last-input.ts';

declare global {
  interface Window {
    /** The bridge to the terminal, set by the preload script or by the browser preview. */
    readonly khatm: Bridge;
  }
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
// Loads the fonts of both scripts now, so that a change of language never shows a fallback font.
for (const face of document.fonts) void face.load();
const lastInput = followInputs();
createRoot(root).render(
  <LastInputContext value={lastInput}>
    <App client={createClient(window.khatm)} />
  </LastInputContext>,
);
