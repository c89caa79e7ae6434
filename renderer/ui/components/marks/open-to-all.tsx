import { describeFailure } from '../../../../shared/words/index.ts';
import { useLanguage } from '../../language/language.tsx';
import { Note } from './note.tsx';

/** Tells that every user of the machine may write in the folder into which a file was just written. */
export function OpenToAll({ of: done }: { of: { readonly isOpenToAll: boolean } }) {
  const { language } = useLanguage();
  return done.isOpenToAll ? (
    <Note tone="amber">{describeFailure({ code: 'place-open' }, language)}</Note>
  ) : null;
}
