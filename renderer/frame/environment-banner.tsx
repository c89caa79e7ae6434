import type { Environment } from '../../shared/status.ts';
import { useLanguage } from '../language/language.tsx';
import styles from './environment-banner.module.css';

/** Says, across the whole screen, that nothing here counts; the real environment has no band. */
export function EnvironmentBanner({ environment }: { environment: Environment }) {
  const { t } = useLanguage();
  if (environment === 'production') return null;
  return (
    <p className={styles.band} data-environment={environment}>
      {t(`band.${environment}`)}
    </p>
  );
}
