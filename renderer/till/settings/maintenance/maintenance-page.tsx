import page from '../../../ui/components/layout/page.module.css';
import { Page } from '../../../ui/components/layout/page.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { BackupsSection } from './maintenance-backups.tsx';
import { CheckSection } from './maintenance-check.tsx';
import { ExportSection } from './maintenance-export.tsx';

export function MaintenancePage() {
  const { t } = useLanguage();
  return (
    <Page title={t('maintenance.backups')} lead={t('maintenance.lead')}>
      <BackupsSection />
      <h2>{t('maintenance.export')}</h2>
      <p className={page.lead}>{t('maintenance.exportLead')}</p>
      <ExportSection />
      <h2>{t('maintenance.check')}</h2>
      <p className={page.lead}>{t('maintenance.checkLead')}</p>
      <CheckSection />
    </Page>
  );
}
