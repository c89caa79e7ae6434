import type { TestProject } from 'vitest/node';
import { serveBrowser } from '../../support/browser/shared-browser.ts';
import { serveSite } from './site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the screens for `startScreens`. */
    screens: string;
    /** The address of the run's browser for `connectBrowser`. */
    browser: string;
  }
}

/**
 * Makes one build of the screens and one browser for a whole run of Vitest. This happens when the first page is opened.
 */
export default async function serveScreens(project: TestProject): Promise<() => Promise<void>> {
  const [site, browser] = await Promise.all([serveSite(), serveBrowser()]);
  project.provide('screens', site.address);
  project.provide('browser', browser.address);
  project.onTestsRerun(async () => site.forget());
  return async () => {
    await Promise.all([site.close(), browser.close()]);
  };
}
