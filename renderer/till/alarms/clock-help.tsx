import { Button, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import common from '../../ui/components/common.module.css';
import { useLanguage } from '../../ui/language/language.tsx';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useNow } from '../../ui/terminal/use-now.ts';
import styles from './clock-help.module.css';

export function ClockButton() {
  const { t } = useLanguage();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('clock.help')}
      </Button>
      <ClockHelp opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

const systems = ['windows', 'mac', 'linux'] as const;

export function ClockHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLanguage();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('clock.title')}
      size="40rem"
      closeButtonProps={{ 'aria-label': t('app.close'), size: '3rem' }}
      classNames={{ title: common.title }}
    >
      <p className={styles.why}>{t('clock.why')}</p>
      <Now />
      <dl className={styles.systems}>
        {systems.map((system) => (
          <div key={system}>
            <dt>{t(`clock.${system}`)}</dt>
            <dd>{t(`clock.${system}How`)}</dd>
          </div>
        ))}
      </dl>
      <p className={`${common.soft} ${styles.zone}`}>{t('clock.zone')}</p>
    </Modal>
  );
}

/** The terminal's own time, so that a wrong clock is obvious at once. */
function Now() {
  const { t, format } = useLanguage();
  const now = useNow(useStatus()?.now);
  return (
    <Text inherit fz="lg" fw={600} mt="md" mb="md">
      {t('clock.now', { time: format.dateTime(new Date(now).toISOString()) })}
    </Text>
  );
}
