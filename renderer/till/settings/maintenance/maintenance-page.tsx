import page from '../../../ui/components/layout/page.module.css';
import { useLanguage } from '../../../ui/language/language.tsx';
import { BackupsSection } from './maintenance-backups.tsx';
import { CheckSection } from './maintenance-check.tsx';
import { ExportSection } from './maintenance-export.tsx';

export function MaintenancePage() {
  const { t } = useLanguage();
  return (
    <div className={page.page}>
      <div className={page.inner}>
        <h2>{t('maintenance.backups')}</h2>
        <p className={page.lead}>{t('maintenance.lead')}</p>
        <BackupsSection />
        <h2>{t('maintenance.export')}</h2>
        <p className={page.lead}>{t('maintenance.exportLead')}</p>
        <ExportSection />
        <h2>{t('maintenance.check')}</h2>
        <p className={page.lead}>{t('maintenance.checkLead')}</p>
        <CheckSection />
      </div>
    </div>
  );
}
