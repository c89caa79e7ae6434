import { app, type BrowserWindow } from 'electron';
import type { Language } from '../../../../shared/words/index.ts';
import { languageOfTitle } from '../tray/tray-words.ts';

/** Follows the language of a window's page; before the page is loaded, the system's language. */
export function followLanguage(window: BrowserWindow): () => Language {
  let language: Language = app.getLocale().startsWith('ar') ? 'ar' : 'en';
  window.on('page-title-updated', (_, title) => {
    language = languageOfTitle(title);
  });
  return () => language;
}

/** Brings a window to the front, even if it was minimized or hidden. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
