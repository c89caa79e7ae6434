import { type Failure, FailureError } from '../../../../shared/failure.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import { useLanguage } from '../../language/language.tsx';
import { useFailureWords } from '../../language/use-failure-words.ts';
import { Note } from './note.tsx';

interface FailureNoteProps {
  readonly of: Failure | Error | null | undefined;
}

/** Says why something failed; nothing while there is no failure. */
export function FailureNote({ of: problem }: FailureNoteProps) {
  const { language } = useLanguage();
  if (!problem) return null;
  const unexpected = { code: 'internal' } as const;
  const failure = problem instanceof FailureError ? problem.failure : problem;
  return <Note tone="red">{describeFailure(failure instanceof Error ? unexpected : failure, language)}</Note>;
}

/** The same in the words of `useFailureWords`. */
export function ProblemNote({ of: problem }: FailureNoteProps) {
  const { say } = useFailureWords();
  return problem ? <Note tone="red">{say(problem)}</Note> : null;
}
