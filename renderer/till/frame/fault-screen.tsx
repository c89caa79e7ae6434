import { type Failure, FailureError } from '../../../shared/failure.ts';
import { describeFailure } from '../../../shared/words/index.ts';
import { Sheet } from '../../ui/components/layout/sheet.tsx';
import { MainAction } from '../../ui/components/press/main-action.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys } from '../../ui/page/keys.ts';

export function FaultScreen({ error, trying, onAgain }: { error: Error; trying: boolean; onAgain(): void }) {
  const { t, language } = useLanguage();
  useKeys({ [keys.main]: onAgain });
  const failure: Failure = error instanceof FailureError ? error.failure : { code: 'internal' };
  return (
    <Sheet title={t('fault.title')} lead={describeFailure(failure, language)}>
      <MainAction onClick={onAgain} disabled={trying}>
        {t(trying ? 'app.trying' : 'app.tryAgain')}
      </MainAction>
    </Sheet>
  );
}
