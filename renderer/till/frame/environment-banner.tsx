import type { Environment } from '../../../shared/status.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import styles from './environment-banner.module.css';

/** A banner across the whole screen which says that nothing here is a real invoice; production has none. */
export function EnvironmentBanner({ environment }: { environment: Environment }) {
  const { t } = useLanguage();
  if (environment === 'production') return null;
  return (
    <p className={styles.banner} data-environment={environment}>
      {t(`environmentBanner.${environment}`)}
    </p>
  );
}
