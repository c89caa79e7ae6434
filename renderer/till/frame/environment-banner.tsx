import type { Environment } from '../../../shared/status.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import styles from './environment-banner.module.css';

export function EnvironmentBanner({ environment }: { environment: Environment }) {
  const { t } = useLanguage();
  if (environment === 'production') return null;
  return (
    <p className={styles.banner} data-environment={environment}>
      {t(`environmentBanner.${environment}`)}
    </p>
  );
}
