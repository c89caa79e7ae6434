import { type Failure, FailureError } from '../../shared/failure.ts';
import { describeFailure, describeIssue } from '../../shared/words/index.ts';
import { useLanguage } from './language.tsx';

export interface FailureWords {
  /** One sentence about a failure, or about what a query threw. */
  say(failure: Failure | Error): string;
  /** What a failure says about one field; undefined when it is not about that one. */
  sayField(failure: Failure | undefined, field: string): string | undefined;
}

/** Failures of these pages: what is not found here is a program or a receiver, not an invoice. */
export function useFailureWords(): FailureWords {
  const { t, language } = useLanguage();
  const sayField = (failure: Failure | undefined, field: string) => {
    const issue = failure?.issues?.find(({ path }) => path.includes(field));
    return issue && describeIssue(issue, language);
  };
  return {
    sayField,
    say(problem) {
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
