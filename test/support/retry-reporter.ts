import type { Reporter, TestCase } from 'vitest/node';

/** Reports the tests that passed only on a retry, so that a retry hides no failure. */
export default class RetryReporter implements Reporter {
  readonly #retried: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if ((test.diagnostic()?.retryCount ?? 0) > 0 && test.ok())
      this.#retried.push(`${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestRunEnd(): void {
    for (const each of this.#retried) console.log(`passed at the second try: ${each}`);
  }
}
