import '../ui/page/zod-without-eval.ts';
// Imported before the screens' own styles, which must override the library's.
import '../ui/page/fonts.css';
import '@mantine/core/styles.css';
import '../ui/page/global.css';
import '../ui/components/common.module.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
for (const face of document.fonts) void face.load();
createRoot(root).render(<App />);
