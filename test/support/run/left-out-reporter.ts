import { readFileSync } from 'node:fs';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { elsewhere, linesOf } from './left-out.ts';

/** Says at the end of a run which tests it left out, why, and the command that brings them. */
export default class LeftOutReporter implements Reporter {
  readonly #isOfAll: boolean;
  #vitest: Vitest | undefined;

  /** @param options `isNpmTest` is true where the other commands are named as well */
  constructor({ isNpmTest = false }: { readonly isNpmTest?: boolean } = {}) {
    this.#isOfAll = isNpmTest;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    // A person who names tests knows which ones are left out.
    if (this.#vitest?.config.testNamePattern !== undefined) return;
    let all = 0;
    const skipped = modules.flatMap(({ moduleId, children }) => {
      const tests = [...children.allTests()];
      all += tests.length;
      const count = tests.filter((test) => test.result().state === 'skipped').length;
      return count === 0 ? [] : [{ source: readFileSync(moduleId, 'utf8'), count }];
    });
    const count = skipped.reduce((sum, file) => sum + file.count, 0);
    if (count > 0) console.log([`\nLEFT OUT: ${count} of ${all} tests`, ...linesOf(skipped)].join('\n'));
    const files = this.#isOfAll ? await this.#vitest?.globTestSpecifications() : undefined;
    if (files?.length === modules.length)
      console.log(['\nNot a part of npm test:', ...elsewhere.map((line) => `  ${line}`)].join('\n'));
  }
}
