import { useLanguage } from '../language/language.tsx';
import { withHalalas } from '../language/read-amount.ts';
import styles from './articles.module.css';

/** A price, always left to right; words where the till asks for it. */
export function Price({ price }: { price: string | undefined }) {
  const { t } = useLanguage();
  if (price === undefined) return <span className={styles.soft}>{t('articles.asked')}</span>;
  return (
    <bdi dir="ltr" className={styles.figure}>
      {withHalalas(price)}
    </bdi>
  );
}
