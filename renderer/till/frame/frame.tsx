import type { ReactNode } from 'react';
import { useState } from 'react';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys, useSinglePresses } from '../../ui/page/keys.ts';
import { go } from '../../ui/page/route.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useReach } from '../../ui/terminal/use-reach.ts';
import { AlarmBanner } from '../alarms/alarm-banner.tsx';
import { EnvironmentBanner } from './environment-banner.tsx';
import styles from './frame.module.css';
import { KeysOverlay } from './keys-overlay.tsx';
import { Rail } from './rail.tsx';
import { StatusBar } from './status-bar.tsx';
import { StoppedBanner } from './stopped-banner.tsx';
import { useTouch } from './use-touch.ts';

export function Frame({ children }: { children: ReactNode }) {
  const status = useStatus();
  const isReached = useReach();
  const { switchLanguage } = useLanguage();
  const [helpOpen, setHelpOpen] = useState(false);
  const showHelp = () => setHelpOpen(true);
  const isManager = status?.role === 'manager';
  const canSell = status?.credential === 'production' && status.role !== 'nobody';
  useTouch(status);
  useSinglePresses();
  useKeys({
    [keys.saleScreen]: () => go({ screen: 'sale' }),
    [keys.invoicesScreen]: () => go({ screen: 'invoices' }),
    [keys.shiftScreen]: canSell ? () => go({ screen: 'shift' }) : undefined,
    [keys.settingsScreen]: isManager ? () => go({ screen: 'settings', page: 'certificate' }) : undefined,
    [keys.articlesScreen]: isManager ? () => go({ screen: 'articles', page: 'list' }) : undefined,
    [keys.todayScreen]: isManager ? () => go({ screen: 'today' }) : undefined,
    [keys.language]: switchLanguage,
    [keys.help]: showHelp,
  });
  return (
    <div className={styles.frame}>
      <Rail canSell={canSell} isManager={isManager} onHelp={showHelp} />
      <div className={styles.body} data-environment={status?.environment}>
        <StatusBar status={status} isReached={isReached} />
        {!isReached && <StoppedBanner />}
        {status && <EnvironmentBanner environment={status.environment} />}
        {status && <AlarmBanner status={status} />}
        <div className={styles.screen}>{children}</div>
      </div>
      <KeysOverlay
        opened={helpOpen}
        isManager={isManager}
        onOpen={showHelp}
        onClose={() => setHelpOpen(false)}
      />
    </div>
  );
}
