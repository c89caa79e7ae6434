import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconAlertOctagonFilled,
  IconCertificate,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconClockHour4,
  IconCloudOff,
  IconFlask,
  IconHourglassHigh,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { TerminalStatus } from '../../shared/contract/terminal.ts';
import { keys } from '../keys.ts';
import { useLanguage } from '../language.tsx';
import { KeyCap } from '../parts/key-cap.tsx';
import { useNow } from '../use-now.ts';
import styles from './status-bar.module.css';

const hour = 3_600_000;
const day = 24 * hour;

type Tone = 'calm' | 'good' | 'amber' | 'red';

/** How the terminal stands, always in the same places. */
export function StatusBar({ status }: { status: TerminalStatus | undefined }) {
  return (
    <header className={styles.bar}>
      {status && <Facts status={status} />}
      <Switches />
    </header>
  );
}

function Facts({ status }: { status: TerminalStatus }) {
  const { t, words } = useLanguage();
  return (
    <section className={styles.facts} aria-label={t('app.status')}>
      <span className={styles.environment} data-environment={status.environment}>
        {status.environment === 'production' ? (
          <IconCircleCheckFilled size={20} aria-hidden />
        ) : (
          <IconFlask size={20} aria-hidden />
        )}
        {words.environments[status.environment]}
      </span>
      <Connection connection={status.connection} />
      <Waiting status={status} />
      <Deadline status={status} />
      <Certificate status={status} />
      <Fact label={t('bar.role')} icon={<IconUser size={20} aria-hidden />}>
        {words.roles[status.role]}
      </Fact>
    </section>
  );
}

const connectionLook = {
  unknown: { tone: 'calm', Icon: IconCircleDashed },
  online: { tone: 'good', Icon: IconCircleCheckFilled },
  offline: { tone: 'amber', Icon: IconCloudOff },
  refused: { tone: 'red', Icon: IconAlertOctagonFilled },
} as const;

function Connection({ connection }: { connection: TerminalStatus['connection'] }) {
  const { t, words } = useLanguage();
  const { tone, Icon } = connectionLook[connection];
  return (
    <Fact label={t('bar.connection')} tone={tone} icon={<Icon size={20} aria-hidden />} live>
      {words.connections[connection]}
    </Fact>
  );
}

/** Those that need a person come before those that only wait. */
function Waiting({ status }: { status: TerminalStatus }) {
  const { t, format } = useLanguage();
  if (status.parked > 0)
    return (
      <Fact
        label={t('invoices.status')}
        tone="red"
        icon={<IconAlertOctagonFilled size={20} aria-hidden />}
        live
      >
        {t('bar.attention', { count: status.parked, shown: format.count(status.parked) })}
      </Fact>
    );
  return (
    <Fact label={t('invoices.waiting')} icon={<IconHourglassHigh size={20} aria-hidden />}>
      {status.waiting === 0
        ? t('bar.noneWaiting')
        : t('bar.waiting', { count: status.waiting, shown: format.count(status.waiting) })}
    </Fact>
  );
}

function Deadline({ status }: { status: TerminalStatus }) {
  const { t, format } = useLanguage();
  const now = useNow(status.now);
  const left = status.nearestDeadline === undefined ? undefined : Date.parse(status.nearestDeadline) - now;
  const icon = <IconClockHour4 size={20} aria-hidden />;
  if (left === undefined)
    return (
      <Fact label={t('bar.deadlineLabel')} icon={icon}>
        {t('bar.noDeadline')}
      </Fact>
    );
  const tone: Tone = left <= hour ? 'red' : left <= 6 * hour ? 'amber' : 'calm';
  return (
    <Fact label={t('bar.deadlineLabel')} icon={icon} tone={tone}>
      {left <= 0 ? t('bar.overdue') : t('bar.deadline', { span: format.span(left) })}
    </Fact>
  );
}

function Certificate({ status }: { status: TerminalStatus }) {
  const { t, format } = useLanguage();
  const now = useNow(status.now);
  const icon = <IconCertificate size={20} aria-hidden />;
  if (status.certificate === undefined)
    return (
      <Fact label={t('bar.certificateLabel')} icon={icon}>
        {t('bar.noCertificate')}
      </Fact>
    );
  const days = Math.max(0, Math.floor((Date.parse(status.certificate.validTo) - now) / day));
  const tone: Tone = days <= 7 ? 'red' : days <= 30 ? 'amber' : 'calm';
  return (
    <Fact label={t('bar.certificateLabel')} icon={icon} tone={tone}>
      {t('bar.certificate', { count: days, shown: format.count(days) })}
    </Fact>
  );
}

interface FactProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly tone?: Tone;
  /** Said aloud when it changes. */
  readonly live?: boolean;
  readonly children: ReactNode;
}

function Fact({ label, icon, tone = 'calm', live = false, children }: FactProps) {
  return (
    <span className={styles.fact} data-tone={tone} title={label} aria-live={live ? 'polite' : undefined}>
      {icon}
      <span className={styles.hidden}>{label}: </span>
      {children}
    </span>
  );
}

function Switches() {
  const { t, language, switchLanguage } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const Icon = scheme === 'light' ? IconMoon : IconSun;
  return (
    <div className={styles.switches}>
      <Button
        variant="subtle"
        color="gray"
        className={styles.language}
        lang={language === 'ar' ? 'en' : 'ar'}
        rightSection={<KeyCap of={keys.language} />}
        onClick={switchLanguage}
      >
        {language === 'ar' ? 'English' : 'العربية'}
      </Button>
      <ActionIcon
        aria-label={t(scheme === 'light' ? 'bar.toDark' : 'bar.toLight')}
        onClick={() => setColorScheme(scheme === 'light' ? 'dark' : 'light')}
      >
        <Icon size={22} aria-hidden />
      </ActionIcon>
    </div>
  );
}
