import { appendFileSync, writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Reports the tests that passed only on a retry, so that a retry does not hide a failure. `KHATM_ERRORS` names a file
 * for errors that belong to no test, and `KHATM_RETRIES` one to which the retried tests are added. Each is written only
 * when there are some.
 */
export default class RetryReporter implements Reporter {
  readonly #retried: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if ((test.diagnostic()?.retryCount ?? 0) > 0 && test.ok())
      this.#retried.push(`${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly SerializedError[]): void {
    // The JSON report omits errors outside tests, and CI must not accept a run with one.
    const { KHATM_ERRORS: file, KHATM_RETRIES: retries } = process.env;
    if (file !== undefined && errors.length > 0)
      writeFileSync(file, errors.map(({ message, stack }) => stack ?? message).join('\n'));
    for (const each of this.#retried) {
      console.log(`passed at the second try: ${each}`);
      if (retries !== undefined) appendFileSync(retries, `${each}\n`);
    }
  }
}
