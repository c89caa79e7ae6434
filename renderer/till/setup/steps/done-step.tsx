import { IconCircleCheckFilled } from '@tabler/icons-react';
import type { CertificateView } from '../../../../shared/contract/terminal/credentials.ts';
import { CertificateFacts } from '../../../ui/components/certificate-facts.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { go } from '../../../ui/page/route.ts';
import { StepPage } from './step-page.tsx';
import styles from './steps.module.css';

export function DoneStep({ certificate }: { certificate: CertificateView | undefined }) {
  const { t } = useLanguage();
  return (
    <StepPage
      title={t('setup.done.title')}
      action={{ label: t('setup.done.start'), run: () => go({ screen: 'sale' }) }}
    >
      <p className={styles.ready} role="status">
        <IconCircleCheckFilled size={28} aria-hidden />
        {t('setup.done.lead')}
      </p>
      {certificate && <CertificateFacts certificate={certificate} />}
    </StepPage>
  );
}
