import common from '../../ui/components/common.module.css';
import type { Named } from '../../ui/components/use-name-of.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import styles from './articles.module.css';

export function ArticleName({ of: { nameAr, nameEn } }: { of: Named }) {
  const { language } = useLanguage();
  const [first, second] = language === 'ar' ? [nameAr, nameEn] : [nameEn, nameAr];
  return (
    <span className={styles.names}>
      <span className={`${common.strong} ${styles.name}`}>
        <bdi>{first ?? second}</bdi>
      </span>
      {first !== undefined && second !== undefined && (
        <span className={styles.soft}>
          <bdi>{second}</bdi>
        </span>
      )}
    </span>
  );
}
