import path from 'node:path';
import { app, BrowserWindow, nativeTheme } from 'electron';
import { pageOrigin } from './page.ts';
import { readTextSize } from './text-size.ts';
import { formerPlace, keepPlace } from './window-place.ts';

/**
 * Opens the window where it was last.
 * @param isSafe true in safe mode, in which the page has the usual theme and text the usual size
 * @param placeFile the file with the place of the window
 * @param sizeFile the file with the text size
 */
export function openWindow(isSafe: boolean, placeFile: string, sizeFile: string): BrowserWindow {
  // If the text is too large to work with, a person can start in safe mode.
  const zoom = () => (isSafe ? 1 : readTextSize(sizeFile) / 100);
  const { isMaximized = false, ...place } = formerPlace(placeFile) ?? {};
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    ...place,
    // A screen of 1024 × 600 at 150 %: a window that is taller than its screen would hide the main action.
    minWidth: 683,
    minHeight: 400,
    autoHideMenuBar: true,
    // This is the page's own background colour, so that nothing flashes before the first frame.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0f1311' : '#ffffff',
    title: 'Khatm',
    webPreferences: {
      preload: path.join(app.getAppPath(), 'out', 'preload', 'preload.cjs'),
      zoomFactor: zoom(),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      // Shops get no developer tools.
      devTools: !app.isPackaged,
      // The till's numbers and words need no spell-checking, and no dictionary is downloaded.
      spellcheck: false,
    },
  });
  if (isMaximized) window.maximize();
  keepPlace(window, placeFile);
  // Chromium stores a zoom for each page in its profile, which may differ from the one chosen last.
  window.webContents.on('did-finish-load', () => window.webContents.setZoomFactor(zoom()));
  window.removeMenu();
  void window.loadURL(`${pageOrigin}/index.html${isSafe ? '?safe' : ''}`);
  return window;
}
