import { useLanguage } from '../language.tsx';
import page from './page.module.css';
import { BackupsSection } from './upkeep-backups.tsx';
import { CheckSection } from './upkeep-check.tsx';
import { ExportSection } from './upkeep-export.tsx';

/** Looking after the books: copies elsewhere, documents for the accountant, and whether all is in order. */
export function UpkeepPage() {
  const { t } = useLanguage();
  return (
    <div className={page.page}>
      <div className={page.inner}>
        <h2>{t('upkeep.backups')}</h2>
        <p className={page.lead}>{t('upkeep.lead')}</p>
        <BackupsSection />
        <h2>{t('upkeep.export')}</h2>
        <p className={page.lead}>{t('upkeep.exportLead')}</p>
        <ExportSection />
        <h2>{t('upkeep.check')}</h2>
        <p className={page.lead}>{t('upkeep.checkLead')}</p>
        <CheckSection />
      </div>
    </div>
  );
}
