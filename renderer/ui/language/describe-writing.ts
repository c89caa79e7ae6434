import type { Failure } from '../../../shared/failure.ts';
import { describeFailure, type Language } from '../../../shared/words/index.ts';
import type { TranslateScreen } from '../../../shared/words/screens.ts';

/**
 * Returns the reason why a backup or an export could not be written, in words about the destination folder. The usual
 * words speak of the terminal's own folder.
 */
export function describeWriting(failure: Failure, t: TranslateScreen, language: Language): string {
  if (failure.code === 'disk-full') return t('maintenance.diskFull');
  if (failure.code === 'folder-unusable') return t('maintenance.folderUnusable');
  return describeFailure(failure, language);
}
