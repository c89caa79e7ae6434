import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { folderOfBundles } from './run-folder.ts';

/** Deletes the bundles when Vitest, which watches the sources, runs tests again: they were made from older sources. */
export default function forgetPrograms(project: TestProject): void {
  project.onTestsRerun(async () => {
    const folder = folderOfBundles();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });
}
