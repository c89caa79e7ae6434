import { Box } from '@mantine/core';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import { PageTabs } from '../../ui/components/layout/page-tabs.tsx';
import styles from '../../ui/components/layout/paged-screen.module.css';
import { useLanguage } from '../../ui/language/language.tsx';
import { hashOf, type SettingsPage, settingsGroups, useRoute } from '../../ui/page/route.ts';
import { IntegrationsPage } from '../integrations/integrations-page.tsx';
import { AboutPage } from './about/about-page.tsx';
import { BuyersPage } from './buyers/buyers-page.tsx';
import { CertificatePage } from './certificate/certificate-page.tsx';
import { CompanyPage } from './company/company-page.tsx';
import { DevicesPage } from './devices/devices-page.tsx';
import { DiagnosisPage } from './diagnosis/diagnosis-page.tsx';
import { EnvironmentsPage } from './environments/environments-page.tsx';
import { HelpPage } from './help/help-page.tsx';
import { MaintenancePage } from './maintenance/maintenance-page.tsx';
import { PeoplePage } from './people/people-page.tsx';
import { PrintingPage } from './printing/printing-page.tsx';
import { UpdatesPage } from './updates/updates-page.tsx';

export interface SettingsScreenProps {
  readonly page: SettingsPage;
  readonly status: TerminalStatus;
}

const groups = ['shop', 'devices', 'tax', 'system'] as const satisfies (keyof typeof settingsGroups)[];

const groupOf = (page: SettingsPage) =>
  groups.find((group) => settingsGroups[group].some((one) => one === page)) ?? 'shop';

export function SettingsScreen({ page, status }: SettingsScreenProps) {
  const { t } = useLanguage();
  const shown = groupOf(page);
  return (
    <main className={styles.screen}>
      <h1 className="visually-hidden">{t('settings.title')}</h1>
      <PageTabs
        label={t('settings.groups')}
        pages={groups.map((group) => ({
          href: hashOf({ screen: 'settings', page: settingsGroups[group][0] }),
          name: t(`settings.group.${group}`),
          isShown: group === shown,
        }))}
      />
      <PageTabs
        isBelow
        label={t('settings.pages')}
        pages={settingsGroups[shown].map((one) => ({
          href: hashOf({ screen: 'settings', page: one }),
          name: t(`settings.page.${one}`),
          isShown: one === page,
        }))}
      />
      <Box flex={1} mih="12rem">
        <Page page={page} status={status} />
      </Box>
    </main>
  );
}

function Page({ page, status }: SettingsScreenProps) {
  switch (page) {
    case 'certificate':
      return <CertificatePage environment={status.environment} />;
    case 'environments':
      return <EnvironmentsPage />;
    case 'company':
      return <CompanyPage key={status.environment} environment={status.environment} />;
    case 'buyers':
      return <BuyersPage key={status.environment} />;
    case 'people':
      return <PeoplePage person={status.person} />;
    case 'printing':
      return <PrintingPage />;
    case 'devices':
      return <DevicesPage />;
    case 'maintenance':
      return <MaintenancePage key={status.environment} />;
    case 'diagnosis':
      return <DiagnosisPage key={status.environment} />;
    case 'help':
      return <HelpPage />;
    case 'about':
      return <AboutPage key={status.environment} />;
    case 'updates':
      return <UpdatesPage />;
    case 'integrations':
      return <Integrations key={status.environment} />;
  }
}

function Integrations() {
  const route = useRoute();
  const section = route.screen === 'settings' ? route.section : undefined;
  return <IntegrationsPage key={section} section={section} />;
}
