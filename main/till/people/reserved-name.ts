import { refuseInput } from '../../../shared/failure.ts';
import { plainName } from '../../../shared/fields.ts';
import { languages } from '../../../shared/values/language.ts';
import { recordedNames } from '../../../shared/words/actor-names.ts';
import { actorText } from '../../../shared/words/actor-text.ts';

/** Returns a name without its differences in case and width. */
const fold = (name: string) => plainName(name.normalize('NFKC')).toLowerCase();

/** The names by which the program is recorded, and the words in which a reader sees them. */
const reserved = new Set(
  recordedNames
    .flatMap((name) => [name, ...languages.map((language) => actorText(name, language))])
    .map(fold),
);

/**
 * Refuses to add a person or a client of the API whose name is one of the program's own: the records would not tell
 * them apart.
 * @throws FailureError `bad-input`
 */
export function refuseReserved(name: string): void {
  if (reserved.has(fold(name)))
    refuseInput(['name'], 'name-reserved', 'must not be a name of the program itself');
}
