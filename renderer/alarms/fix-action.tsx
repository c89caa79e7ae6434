import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useListState } from '../invoices/list-state.tsx';
import { useLanguage } from '../language/language.tsx';
import { hashOf, type Route } from '../page/route.ts';
import { useTerminalCommand } from '../terminal/use-terminal-command.ts';
import styles from './alarm-banner.module.css';
import { ClockHelp } from './clock-help.tsx';
import type { Fix } from './notices.ts';

/** The one action that resolves an alarm of the banner. */
export function FixAction({ mend }: { mend: Fix }) {
  const { t } = useLanguage();
  const { show } = useListState();
  switch (mend) {
    case 'waiting':
      return (
        <UnstyledButton className={styles.way} onClick={() => show('waiting')}>
          {t('alarm.mend.waiting')}
        </UnstyledButton>
      );
    case 'refused':
      return (
        <UnstyledButton className={styles.way} onClick={() => show('rejected')}>
          {t('alarm.mend.refused')}
        </UnstyledButton>
      );
    case 'parked':
      return <SendParked />;
    case 'clock':
      return <HowToSetClock />;
    case 'certificate':
      return <Way to={{ screen: 'settings', page: 'certificate' }} mend={mend} />;
    case 'records':
      // The sale screen shows what is wrong with the records and the steps to take.
      return <Way to={{ screen: 'sale' }} mend={mend} />;
    case 'integrations':
      return <Way to={{ screen: 'settings', page: 'integrations' }} mend={mend} />;
    case 'updates':
      return <Way to={{ screen: 'settings', page: 'updates' }} mend={mend} />;
    case 'printing':
      return <Way to={{ screen: 'settings', page: 'printing' }} mend={mend} />;
    case 'drawer':
    case 'devices':
      return <Way to={{ screen: 'settings', page: 'devices' }} mend={mend} />;
    case 'policy':
      return <Way to={{ screen: 'settings', page: 'diagnosis' }} mend={mend} />;
    case 'people':
      return <Way to={{ screen: 'settings', page: 'people' }} mend={mend} />;
    case 'backups':
      return <Way to={{ screen: 'settings', page: 'maintenance' }} mend={mend} />;
  }
}

function Way({ to, mend }: { to: Route; mend: Fix }) {
  const { t } = useLanguage();
  return (
    <a className={styles.way} href={hashOf(to)}>
      {t(`alarm.mend.${mend}`)}
    </a>
  );
}

/** A button that sends the parked documents and then shows the waiting ones, so that progress is visible. */
function SendParked() {
  const { t } = useLanguage();
  const { show } = useListState();
  const { run, busy } = useTerminalCommand('invoice.sendParked');
  const send = async () => {
    const answer = await run({});
    if (answer?.ok) show('waiting');
  };
  return (
    <UnstyledButton className={styles.way} aria-disabled={busy} onClick={() => void send()}>
      {t(busy ? 'alarm.mend.sending' : 'alarm.mend.parked')}
    </UnstyledButton>
  );
}

function HowToSetClock() {
  const { t } = useLanguage();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <UnstyledButton className={styles.way} onClick={() => setOpened(true)}>
        {t('alarm.mend.clock')}
      </UnstyledButton>
      <ClockHelp opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
