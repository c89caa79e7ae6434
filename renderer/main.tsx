import './page/zod-without-eval.ts';
// Before the screens' own styles, which must win over the library's.
import './page/fonts.css';
import '@mantine/core/styles.css';
import './page/global.css';
import { createRoot } from 'react-dom/client';
import { type Bridge, createClient } from '../shared/contract/bridge.ts';
import { App } from './app.tsx';

declare global {
  interface Window {
    /** Put there by the door this page was opened through. */
    readonly khatm: Bridge;
  }
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
// Both scripts now, so that a switch of the language shows no other letters first.
for (const face of document.fonts) void face.load();
createRoot(root).render(<App client={createClient(window.khatm)} />);
