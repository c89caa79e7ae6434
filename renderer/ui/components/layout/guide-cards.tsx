import { Button, Text } from '@mantine/core';
import { useLanguage } from '../../language/language.tsx';
import { hashOf, type Route } from '../../page/route.ts';
import styles from './guide-cards.module.css';

const cards = [
  ['articles', { screen: 'articles', page: 'files' }],
  ['people', { screen: 'settings', page: 'people' }],
  ['printer', { screen: 'settings', page: 'printing' }],
  ['sale', { screen: 'sale' }],
] as const satisfies readonly (readonly [string, Route])[];

export function GuideCards() {
  const { t } = useLanguage();
  return (
    <section>
      <h2>{t('guide.first')}</h2>
      <Text inherit lh={1.6} c="dimmed" mb="sm">
        {t('guide.firstLead')}
      </Text>
      <ol className={styles.cards}>
        {cards.map(([name, route]) => (
          <li key={name} className={styles.card}>
            <h3>{t(`guide.cards.${name}.title`)}</h3>
            <p>{t(`guide.cards.${name}.text`)}</p>
            <Button component="a" variant="default" href={hashOf(route)}>
              {t(`guide.cards.${name}.go`)}
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}
