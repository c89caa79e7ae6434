import { app, type BrowserWindow } from 'electron';
import type { Language } from '../../shared/words/index.ts';
import { languageOfTitle } from './tray-words.ts';

/** The language of a window's page, from the moment it changes; before the page is there, the system's. */
export function followLanguage(window: BrowserWindow): () => Language {
  let language: Language = app.getLocale().startsWith('ar') ? 'ar' : 'en';
  window.on('page-title-updated', (_, title) => {
    language = languageOfTitle(title);
  });
  return () => language;
}

/** Puts a window in front of all others, wherever it was. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
