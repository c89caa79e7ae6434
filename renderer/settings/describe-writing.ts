import type { Failure } from '../../shared/failure.ts';
import { describeFailure, type Language } from '../../shared/words/index.ts';
import type { TranslateScreen } from '../../shared/words/screens.ts';

/** Why a copy or an export could not be written: of the folder it goes to, where a sale would speak of its own. */
export function describeWriting(failure: Failure, t: TranslateScreen, language: Language): string {
  if (failure.code === 'disk-full') return t('maintenance.diskFull');
  if (failure.code === 'folder-unusable') return t('maintenance.folderUnusable');
  return describeFailure(failure, language);
}
