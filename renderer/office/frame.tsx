import { Button, Flex } from '@mantine/core';
import {
  IconArchive,
  IconBell,
  IconBuildingStore,
  IconCertificate,
  IconClipboardList,
  IconDevicesPlus,
  IconFileInvoice,
  IconLogout,
  IconReceiptTax,
  IconSend,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { OfficeName } from '../../shared/office/contract.ts';
import common from '../ui/components/common.module.css';
import { Written } from '../ui/components/written.tsx';
import styles from './frame.module.css';
import { LanguageButton } from './language-button.tsx';
import { useOfficeCommand } from './office.ts';
import { may, usePerson } from './parts/use-person.ts';
import { addressOf, type OfficeRoute, type OfficeScreen } from './route.ts';
import { useOfficeWords } from './use-office-words.ts';

const screens = [
  { screen: 'tills', needs: 'till.list', Icon: IconBuildingStore },
  { screen: 'documents', needs: 'document.find', Icon: IconFileInvoice },
  { screen: 'vat', needs: 'vat.sums', Icon: IconReceiptTax },
  { screen: 'archive', needs: 'archive.list', Icon: IconArchive },
  { screen: 'alarms', needs: 'alarm.list', Icon: IconBell },
  { screen: 'orders', needs: 'order.list', Icon: IconSend },
  { screen: 'onboarding', needs: 'onboarding.list', Icon: IconDevicesPlus },
  { screen: 'people', needs: 'person.list', Icon: IconUsers },
  { screen: 'log', needs: 'log.list', Icon: IconClipboardList },
] as const satisfies readonly { screen: OfficeScreen; needs: OfficeName; Icon: typeof IconUsers }[];

export function Frame({ route, children }: { route: OfficeRoute; children: ReactNode }) {
  const { t } = useOfficeWords();
  const person = usePerson();
  const signOut = useOfficeCommand('session.signOut');
  const everywhere = useOfficeCommand('session.signOutEverywhere');
  const current = { till: 'tills', document: 'documents' }[route.screen as string] ?? route.screen;
  return (
    <div className={styles.frame}>
      <header className={styles.head}>
        <span className={styles.brand}>
          <IconCertificate size={28} aria-hidden />
          {t('title')}
        </span>
        <Flex component="span" direction="column" lh={1.3} ta="end">
          <Written text={person.name} />
          <span className={common.soft}>{t(`roles.${person.role}`)}</span>
        </Flex>
        <LanguageButton />
        <Button variant="subtle" color="gray" onClick={() => void everywhere.run({})}>
          {t('signOutEverywhere')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconLogout size={20} aria-hidden />}
          onClick={() => void signOut.run({})}
        >
          {t('signOut')}
        </Button>
      </header>
      <nav className={styles.screens} aria-label={t('title')}>
        {screens
          .filter(({ needs }) => may(person, needs))
          .map(({ screen, Icon }) => (
            <a
              key={screen}
              href={addressOf({ screen })}
              className={styles.link}
              aria-current={current === screen ? 'page' : undefined}
            >
              <Icon size={24} stroke={1.75} aria-hidden />
              {t(`screens.${screen}`)}
            </a>
          ))}
      </nav>
      <main className={styles.screen}>{children}</main>
    </div>
  );
}
