import { Button } from '@mantine/core';
import { Note } from '../../../ui/components/marks/note.tsx';
import { KeyCap } from '../../../ui/components/press/key-cap.tsx';
import { Written } from '../../../ui/components/written.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { keys, useKeys } from '../../../ui/page/keys.ts';
import styles from './changed-prices.module.css';
import type { useChangedPrices } from './use-changed-prices.ts';

/** The button that has the focus when somebody wants to be paid before the question is answered. */
export const takeNewPricesId = 'take-new-prices';
const shown = 5;

/** Asks once what becomes of articles whose price changed while they were in the basket. */
export function ChangedPrices({ of: { changed, take, keep } }: { of: ReturnType<typeof useChangedPrices> }) {
  const { t } = useLanguage();
  useKeys({ [keys.confirm]: changed.length > 0 ? take : undefined });
  if (changed.length === 0) return null;
  return (
    <div className={styles.changed}>
      <Note tone="amber">
        <p>{t('sale.priceChanged')}</p>
        <ul>
          {changed.slice(0, shown).map(({ key, name, from, to }) => (
            <li key={key}>
              <Written text={name} />:{' '}
              <bdi dir="ltr">
                {from} → {to}
              </bdi>
            </li>
          ))}
          {changed.length > shown && <li>{t('sale.moreChanged', { count: changed.length - shown })}</li>}
        </ul>
        <div className={styles.answers}>
          <Button id={takeNewPricesId} onClick={take} rightSection={<KeyCap of={keys.confirm} />}>
            {t('sale.takeNewPrices')}
          </Button>
          <Button variant="default" onClick={keep}>
            {t('sale.keepOldPrices')}
          </Button>
        </div>
      </Note>
    </div>
  );
}
