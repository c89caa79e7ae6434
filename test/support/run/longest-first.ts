import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take a minute or more, the longest first; `.ci/run` prints what each took. */
const longest = [
  'renderer/scenes-1.stress.test.ts',
  'renderer/scenes-2.stress.test.ts',
  'renderer/scenes-3.stress.test.ts',
  'renderer/scenes-4.stress.test.ts',
  'renderer/issued-once.stress.test.ts',
  'renderer/issued-once-2.stress.test.ts',
  'crash/laboratory.stress.test.ts',
  'e2e/day-touch.stress.test.ts',
  'e2e/day-keyboard.stress.test.ts',
  'e2e/day-scanner.stress.test.ts',
  'e2e/shift-once.stress.test.ts',
  'app/cli/forty-tills.stress.test.ts',
  'crash/chance.stress.test.ts',
  'e2e/card.stress.test.ts',
  'office/onboarded-by-office.stress.test.ts',
  'e2e/wizard.stress.test.ts',
  'document/stamp/mutations.long.test.ts',
  'link/ordered-terminal.stress.test.ts',
  'updates/killed.stress.test.ts',
  'crash/people-key.stress.test.ts',
  'cli/month.stress.test.ts',
  'e2e/office.stress.test.ts',
  'sending/submission/weeks.stress.test.ts',
  'app/cli/integration.stress.test.ts',
  'renderer/scanner.stress.test.ts',
  'office/secrets.stress.test.ts',
  'office/onboard-many.stress.test.ts',
  'renderer/cashier-fit.long.test.ts',
  'crash/kill-points.stress.test.ts',
  'renderer/return-screen.stress.test.ts',
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
