import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { AlarmPlace } from '../../../shared/alarm.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { hashOf, type Route } from '../../ui/page/route.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useListState } from '../invoices/list-state.tsx';
import styles from './alarm-banner.module.css';
import { ClockHelp } from './clock-help.tsx';

export function FixAction({ fix }: { fix: AlarmPlace }) {
  const { t } = useLanguage();
  const { show } = useListState();
  switch (fix) {
    case 'waiting':
      return (
        <UnstyledButton className={styles.link} onClick={() => show('waiting')}>
          {t('alarm.fix.waiting')}
        </UnstyledButton>
      );
    case 'refused':
      return (
        <UnstyledButton className={styles.link} onClick={() => show('rejected')}>
          {t('alarm.fix.refused')}
        </UnstyledButton>
      );
    case 'parked':
      return <SendParked />;
    case 'clock':
      return <HowToSetClock />;
    case 'certificate':
      return <FixLink to={{ screen: 'settings', page: 'certificate' }} fix={fix} />;
    case 'records':
      // The sale screen shows the fault of the records and the steps to take.
      return <FixLink to={{ screen: 'sale' }} fix={fix} />;
    case 'integrations':
      return <FixLink to={{ screen: 'settings', page: 'integrations' }} fix={fix} />;
    case 'deliveries':
      return <FixLink to={{ screen: 'settings', page: 'integrations', section: 'deliveries' }} fix={fix} />;
    case 'updates':
      return <FixLink to={{ screen: 'settings', page: 'updates' }} fix={fix} />;
    case 'printing':
      return <FixLink to={{ screen: 'settings', page: 'printing' }} fix={fix} />;
    case 'drawer':
    case 'devices':
      return <FixLink to={{ screen: 'settings', page: 'devices' }} fix={fix} />;
    case 'invoices':
      return <FixLink to={{ screen: 'invoices' }} fix={fix} />;
    case 'shift':
      return <FixLink to={{ screen: 'shift' }} fix={fix} />;
    case 'policy':
      return <FixLink to={{ screen: 'settings', page: 'diagnosis' }} fix={fix} />;
    case 'people':
      return <FixLink to={{ screen: 'settings', page: 'people' }} fix={fix} />;
    case 'backups':
      return <FixLink to={{ screen: 'settings', page: 'maintenance' }} fix={fix} />;
  }
}

function FixLink({ to, fix }: { to: Route; fix: AlarmPlace }) {
  const { t } = useLanguage();
  return (
    <a className={styles.link} href={hashOf(to)}>
      {t(`alarm.fix.${fix}`)}
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
    <UnstyledButton className={styles.link} aria-disabled={busy} onClick={() => void send()}>
      {t(busy ? 'alarm.fix.sending' : 'alarm.fix.parked')}
    </UnstyledButton>
  );
}

function HowToSetClock() {
  const { t } = useLanguage();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <UnstyledButton className={styles.link} onClick={() => setOpened(true)}>
        {t('alarm.fix.clock')}
      </UnstyledButton>
      <ClockHelp opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
