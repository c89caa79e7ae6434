import { colours } from '../../../shared/sale/article.ts';
import { useLanguage } from '../../ui/language/language.tsx';

export function useColourOptions() {
  const { t } = useLanguage();
  return [
    { value: '' as const, label: t('articles.noColour') },
    ...colours.map((colour) => ({ value: colour, label: t(`articles.colours.${colour}`) })),
  ];
}
