import { Button } from '@mantine/core';
import { officeWords } from '../../shared/words/office.ts';
import { useLanguage } from '../ui/language/language.tsx';

export function LanguageButton() {
  const { switchLanguage, language } = useLanguage();
  const other = language === 'ar' ? 'en' : 'ar';
  return (
    <Button variant="subtle" color="gray" lang={other} onClick={switchLanguage}>
      {officeWords[other]('ownName')}
    </Button>
  );
}
