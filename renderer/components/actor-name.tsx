import { useLanguage } from '../language/language.tsx';

/** The name of a person, isolated in its own direction; while the terminal has no people, the terminal itself. */
export function ActorName({ name }: { name: string }) {
  const { t } = useLanguage();
  return <bdi>{name === 'screen' ? t('app.nobody') : name}</bdi>;
}
