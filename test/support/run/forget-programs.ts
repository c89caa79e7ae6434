import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { folderOfBundles } from './run-folder.ts';

/**
 * Deletes the bundles when Vitest watches the sources and runs tests again, because they were made from older sources.
 */
export default function forgetPrograms(project: TestProject): void {
  project.onTestsRerun(async () => {
    const folder = folderOfBundles();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });
}
