import { type ReactNode, useEffect, useState } from 'react';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import type { Environment } from '../../../shared/status.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys, useKeys, useSinglePresses } from '../../ui/page/keys.ts';
import { go } from '../../ui/page/route.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useReach } from '../../ui/terminal/use-reach.ts';
import { useTerminalSend } from '../../ui/terminal/use-terminal-command.ts';
import { AlarmBanner } from '../alarms/alarm-banner.tsx';
import styles from './frame.module.css';
import { KeysOverlay } from './keys-overlay.tsx';
import { Rail } from './rail.tsx';
import { StatusBar } from './status-bar.tsx';
import { StoppedBanner } from './stopped-banner.tsx';

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

function EnvironmentBanner({ environment }: { environment: Environment }) {
  const { t } = useLanguage();
  if (environment === 'production') return null;
  return (
    <p className={styles.banner} data-environment={environment}>
      {t(`environmentBanner.${environment}`)}
    </p>
  );
}

/** The number of milliseconds between two reports to the terminal that somebody is present. */
const touchEvery = 30_000;

/** Reports to the terminal that somebody is at the screen; the terminal signs out a person who has left. */
function useTouch(status: TerminalStatus | undefined): void {
  const touch = useTerminalSend('session.touch');
  const isWatched = status?.person !== undefined;
  useEffect(() => {
    if (!isWatched) return;
    let last = Number.NEGATIVE_INFINITY;
    const onTouch = () => {
      if (performance.now() - last < touchEvery) return;
      last = performance.now();
      void touch({});
    };
    const touches = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const type of touches) window.addEventListener(type, onTouch, { capture: true, passive: true });
    return () => {
      for (const type of touches) window.removeEventListener(type, onTouch, { capture: true });
    };
  }, [isWatched, touch]);
}
