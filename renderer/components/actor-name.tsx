import { useLanguage } from '../language/language.tsx';

/** The name of a person, isolated in its own direction; while the terminal has no people, the terminal itself. */
export function ActorName({ name }: { name: string }) {
  return <bdi>{useActorName()(name)}</bdi>;
}

/** Returns the function that says the name of a person as plain text. */
export function useActorName(): (name: string) => string {
  const { t } = useLanguage();
  return (name) => (name === 'screen' ? t('app.nobody') : name);
}
