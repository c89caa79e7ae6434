import common from '../../ui/components/common.module.css';
import type { Named } from '../../ui/components/use-name-of.ts';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import styles from './articles.module.css';

export function ArticleName({ of: { nameAr, nameEn } }: { of: Named }) {
  const { language } = useLanguage();
  const [first, second] = language === 'ar' ? [nameAr, nameEn] : [nameEn, nameAr];
  return (
    <span className={styles.names}>
      <span className={`${common.strong} ${styles.name}`}>
        <Written text={first ?? second} />
      </span>
      {first !== undefined && second !== undefined && (
        <span className={styles.soft}>
          <Written text={second} />
        </span>
      )}
    </span>
  );
}
