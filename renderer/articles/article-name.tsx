import { useLanguage } from '../language/language.tsx';
import styles from './articles.module.css';

interface Named {
  readonly nameAr?: string | undefined;
  readonly nameEn?: string | undefined;
}

/** A name in the language of the screen, and beneath it the one in the other language. */
export function ArticleName({ of: { nameAr, nameEn } }: { of: Named }) {
  const { language } = useLanguage();
  const [first, second] = language === 'ar' ? [nameAr, nameEn] : [nameEn, nameAr];
  return (
    <span className={styles.names}>
      <span className={styles.name}>
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

/** Returns the function that says a name in the language of the screen, or else in the other one. */
export function useNameOf(): (named: Named) => string {
  const { language } = useLanguage();
  return ({ nameAr, nameEn }) => (language === 'ar' ? (nameAr ?? nameEn) : (nameEn ?? nameAr)) ?? '';
}
