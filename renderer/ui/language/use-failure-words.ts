import { type Failure, FailureError } from '../../../shared/failure.ts';
import { describeFailure, describeIssue } from '../../../shared/words/index.ts';
import { useLanguage } from './language.tsx';

/**
 * Returns the words for failures on the integration pages, where `not-found` means a program or a receiver, not an
 * invoice.
 */
export function useFailureWords() {
  const { t, language } = useLanguage();
  /** Returns the message of a failure about one field; undefined when the failure is not about it. */
  const sayField = (failure: Failure | undefined, field: string) => {
    const issue = failure?.issues?.find(({ path }) => path.includes(field));
    return issue && describeIssue(issue, language);
  };
  return {
    sayField,
    /** Returns a sentence about a failure, or about an error thrown by a query. */
    say(problem: Failure | Error) {
      const failure =
        problem instanceof FailureError
          ? problem.failure
          : problem instanceof Error
            ? { code: 'internal' as const }
            : problem;
      if (failure.code === 'not-found') return t('integrations.gone');
      const [first] = failure.issues ?? [];
      return failure.code === 'bad-input' && first !== undefined
        ? describeIssue(first, language)
        : describeFailure(failure, language);
    },
  };
}
