import { OfficeError, type OfficeFailure } from '../../shared/office/failure.ts';
import { describeIssue } from '../../shared/words/index.ts';
import { officeWords } from '../../shared/words/office.ts';
import { timeSeenFrom } from '../ui/language/format.ts';
import { useLanguage } from '../ui/language/language.tsx';

export function useOfficeWords() {
  const { language, format } = useLanguage();
  const t = officeWords[language];
  return {
    t,
    /** Returns a sentence about a failure, or about an error thrown by a query. */
    say(problem: OfficeFailure | Error) {
      const failure =
        problem instanceof OfficeError
          ? problem.failure
          : problem instanceof Error
            ? { code: 'internal' as const }
            : problem;
      const [first] = failure.issues ?? [];
      if (first !== undefined) return describeIssue(first, language);
      return t(`failures.${failure.code}`, { seconds: failure.detail?.seconds ?? '' });
    },
    /** Returns a time such as `14:05`, with its day if that is not the day of `now`; the date alone in another year. */
    when: (instant: string, now: string) => timeSeenFrom(instant, now, format),
  };
}
