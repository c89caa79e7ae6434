import type { ActorKind } from '../../../shared/actor.ts';
import { actorWords } from '../../../shared/words/actor-names.ts';
import { useLanguage } from '../language/language.tsx';
import { Written } from './written.tsx';

/** The name of a person, isolated in its own direction; while the terminal has no people, the name of the terminal. */
export function ActorName({ name }: { name: string }) {
  return <Written text={useActorName()(name)} />;
}

/** The name of a person or program, with the kind of a program. */
export function IssuerName(issuer: Issuer) {
  const text = useIssuerName()(issuer);
  // The word for a program follows the page's direction.
  return issuer.kind === 'program' ? text : <Written text={text} />;
}

export interface Issuer {
  readonly name: string;
  readonly kind?: ActorKind | undefined;
}

/** Returns the function that gives the name of a person or program as plain text. */
export function useIssuerName(): (issuer: Issuer) => string {
  const { t } = useLanguage();
  const actorName = useActorName();
  return ({ name, kind }) => {
    if (kind === 'program') return t('today.program', { name: `\u2068${name}\u2069` });
    return kind === undefined || kind === 'person' ? actorName(name) : t(`invoice.source.${kind}`);
  };
}

/** Returns the function that gives the name of a person as plain text. */
export function useActorName(): (name: string) => string {
  const { t } = useLanguage();
  return (name) => {
    const key = actorWords(name);
    return key === undefined ? name : t(key);
  };
}
