import { UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconCash,
  IconChartBar,
  IconFileInvoice,
  IconKeyboard,
  IconLanguage,
  IconMoon,
  IconPackages,
  IconSettings,
  IconShoppingBag,
  IconSun,
} from '@tabler/icons-react';
import { words } from '../../../shared/words/index.ts';
import common from '../../ui/components/common.module.css';
import { KeyCap } from '../../ui/components/press/key-cap.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys } from '../../ui/page/keys.ts';
import { hashOf, useRoute } from '../../ui/page/route.ts';
import { ApprovalNotice } from '../integrations/approvals/approval-notice.tsx';
import { Logo } from './logo.tsx';
import styles from './rail.module.css';

interface RailProps {
  readonly canSell: boolean;
  readonly isManager: boolean;
  readonly onHelp: () => void;
}

export function Rail({ canSell, isManager, onHelp }: RailProps) {
  const { t, language, switchLanguage } = useLanguage();
  const { screen } = useRoute();
  return (
    <nav className={styles.rail} aria-label={t('app.screens')}>
      <div className={styles.brand}>
        <Logo />
        {t('app.name')}
      </div>
      {canSell && (
        <>
          <a
            className={styles.link}
            href={hashOf({ screen: 'sale' })}
            aria-current={screen === 'sale' || screen === 'return' ? 'page' : undefined}
          >
            <IconShoppingBag size={26} stroke={1.75} aria-hidden />
            {t('app.saleScreen')}
            <KeyCap of={keys.saleScreen} />
          </a>
          <a
            className={styles.link}
            href={hashOf({ screen: 'invoices' })}
            aria-current={screen === 'invoices' || screen === 'invoice' ? 'page' : undefined}
          >
            <IconFileInvoice size={26} stroke={1.75} aria-hidden />
            {t('app.invoicesScreen')}
            <KeyCap of={keys.invoicesScreen} />
          </a>
          <a
            className={styles.link}
            href={hashOf({ screen: 'shift' })}
            aria-current={screen === 'shift' ? 'page' : undefined}
          >
            <IconCash size={26} stroke={1.75} aria-hidden />
            {t('app.shiftScreen')}
            <KeyCap of={keys.shiftScreen} />
          </a>
        </>
      )}
      {isManager && (
        <a
          className={styles.link}
          href={hashOf({ screen: 'today' })}
          aria-current={['today', 'reports', 'month', 'activity'].includes(screen) ? 'page' : undefined}
        >
          <IconChartBar size={26} stroke={1.75} aria-hidden />
          {t('today.title')}
          <KeyCap of={keys.todayScreen} />
        </a>
      )}
      {isManager && (
        <a
          className={styles.link}
          href={hashOf({ screen: 'articles', page: 'list' })}
          aria-current={screen === 'articles' || screen === 'article' ? 'page' : undefined}
        >
          <IconPackages size={26} stroke={1.75} aria-hidden />
          {t('articles.title')}
          <KeyCap of={keys.articlesScreen} />
        </a>
      )}
      {isManager && (
        <a
          className={styles.link}
          href={hashOf({ screen: 'settings', page: 'certificate' })}
          aria-current={screen === 'settings' || screen === 'setup' ? 'page' : undefined}
        >
          <IconSettings size={26} stroke={1.75} aria-hidden />
          {t('app.settingsScreen')}
          <KeyCap of={keys.settingsScreen} />
        </a>
      )}
      {(isManager || canSell) && <ApprovalNotice isManager={isManager} />}
      <div className={common.grow} />
      <UnstyledButton className={styles.link} lang={language === 'ar' ? 'en' : 'ar'} onClick={switchLanguage}>
        <IconLanguage size={26} stroke={1.75} aria-hidden />
        {words[language === 'ar' ? 'en' : 'ar'].formats.language}
        <KeyCap of={keys.language} />
      </UnstyledButton>
      <ThemeSwitch />
      <UnstyledButton className={styles.link} onClick={onHelp}>
        <IconKeyboard size={26} stroke={1.75} aria-hidden />
        {t('help.title')}
        <KeyCap of={keys.help} />
      </UnstyledButton>
    </nav>
  );
}

function ThemeSwitch() {
  const { t } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const Icon = scheme === 'light' ? IconMoon : IconSun;
  return (
    <UnstyledButton
      className={styles.link}
      aria-label={t(scheme === 'light' ? 'bar.toDark' : 'bar.toLight')}
      onClick={() => setColorScheme(scheme === 'light' ? 'dark' : 'light')}
    >
      <Icon size={26} stroke={1.75} aria-hidden />
      {t('bar.theme')}
    </UnstyledButton>
  );
}
