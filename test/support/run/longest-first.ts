import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest in a run, the longest first; `.ci/run` prints what each took. */
export const longest = [
  'test/renderer/fit/scenes-1.stress.test.ts',
  'test/renderer/fit/scenes-2.stress.test.ts',
  'test/renderer/fit/scenes-3.stress.test.ts',
  'test/renderer/fit/scenes-4.stress.test.ts',
  'test/renderer/sale/issued-once.stress.test.ts',
  'test/renderer/sale/issued-once-2.stress.test.ts',
  'test/crash/laboratory.stress.test.ts',
  'test/e2e/day.stress.test.ts',
  'test/e2e/shift-once.stress.test.ts',
  'test/app/cli/forty-tills.stress.test.ts',
  'test/crash/chance.stress.test.ts',
  'test/e2e/card.stress.test.ts',
  'test/office/onboarded-by-office.stress.test.ts',
  'test/e2e/wizard.stress.test.ts',
  'test/document/stamp/mutations.long.test.ts',
  'test/link/ordered-terminal.stress.test.ts',
  'test/app/updates/killed.stress.test.ts',
  'test/crash/people-key.stress.test.ts',
  'test/app/cli/month.stress.test.ts',
  'test/e2e/office.stress.test.ts',
  'test/sending/submission/weeks.stress.test.ts',
  'test/app/cli/integration.stress.test.ts',
  'test/renderer/sale/scanner.stress.test.ts',
  'test/office/run/secrets.stress.test.ts',
  'test/office/onboard-many.stress.test.ts',
  'test/renderer/fit/cashier-fit.stress.test.ts',
  'test/crash/kill-points.stress.test.ts',
  'test/renderer/correct/return-screen.stress.test.ts',
  'test/renderer/sale/sale-screen.test.ts',
  'test/office/run/refused-start.stress.test.ts',
  'test/office/run/server.test.ts',
];

/**
 * Starts the longest files first, so that none of them runs alone at the end. A fresh clone has no record of what each
 * took, and Vitest then starts the largest file first, which for a table of many cases is the last.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(name));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
