import type { TestProject } from 'vitest/node';
import { serveSite } from './site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the screens are served, for `startScreens`. */
    screens: string;
  }
}

/** One build of the screens for a whole run of Vitest, made when its first page asks. */
export default async function serveScreens(project: TestProject): Promise<() => Promise<void>> {
  const site = await serveSite();
  project.provide('screens', site.address);
  project.onTestsRerun(async () => site.forget());
  return site.close;
}
