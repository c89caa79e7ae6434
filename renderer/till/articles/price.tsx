import type { Article } from '../../../shared/contract/till/articles.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { withHalalas } from '../../ui/language/read-amount.ts';
import styles from './articles.module.css';

export function Price({ price }: { price: string | undefined }) {
  const { t } = useLanguage();
  if (price === undefined) return <span className={styles.soft}>{t('articles.asked')}</span>;
  return <bdi dir="ltr">{withHalalas(price)}</bdi>;
}

export function Coming({ next }: { next: Article['next'] }) {
  const { t, format } = useLanguage();
  if (next === undefined) return null;
  const price = next.price === undefined ? t('articles.asked') : withHalalas(next.price);
  return <span className={styles.coming}>{t('articles.from', { price, date: format.date(next.from) })}</span>;
}
