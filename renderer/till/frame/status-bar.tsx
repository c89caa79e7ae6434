import { Flex, UnstyledButton } from '@mantine/core';
import {
  IconAlertOctagonFilled,
  IconCertificate,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconClockHour4,
  IconCloudExclamation,
  IconCloudOff,
  IconFlask,
  IconHourglassHigh,
  IconLogout,
  IconPlugConnectedX,
  IconUser,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { TerminalStatus } from '../../../shared/contract/terminal/terminal.ts';
import { certificateTone } from '../../../shared/values/certificate-tone.ts';
import { describeForecast } from '../../../shared/words/alarms.ts';
import common from '../../ui/components/common.module.css';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { hashOf } from '../../ui/page/route.ts';
import { useNow } from '../../ui/terminal/use-now.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import styles from './status-bar.module.css';

const hour = 3_600_000;
const day = 24 * hour;

type Tone = 'calm' | 'good' | 'amber' | 'red';

interface StatusBarProps {
  readonly status: TerminalStatus | undefined;
  /** False while the terminal's process does not answer. */
  readonly isReached: boolean;
}

export function StatusBar({ status, isReached }: StatusBarProps) {
  return <header className={styles.bar}>{status && <Facts status={status} isReached={isReached} />}</header>;
}

function Facts({ status, isReached }: { status: TerminalStatus; isReached: boolean }) {
  const { t, words } = useLanguage();
  const isReal = status.environment === 'production';
  const EnvironmentIcon = isReal ? IconCircleCheckFilled : IconFlask;
  return (
    <section className={styles.facts} aria-label={t('app.status')}>
      <span className={styles.environment} data-environment={status.environment} title={t('bar.environment')}>
        <EnvironmentIcon size={20} aria-hidden />
        {words.environments[status.environment]}
      </span>
      {isReached ? <Connection status={status} /> : <Stopped />}
      <Waiting status={status} />
      <Attention parked={status.parked} />
      <Deadline status={status} />
      <Certificate status={status} />
      <WhoWorks status={status} />
    </section>
  );
}

function WhoWorks({ status: { person, role } }: { status: TerminalStatus }) {
  const { t, words } = useLanguage();
  const { run } = useTerminalCommand('people.signOut');
  if (role === 'nobody') return null;
  if (person === undefined)
    return (
      <Fact label={t('bar.role')} icon={<IconUser size={20} aria-hidden />}>
        {words.roles[role]}
      </Fact>
    );
  return (
    <UnstyledButton
      className={styles.person}
      title={t('signIn.signOut')}
      aria-label={`${t('signIn.signedIn')}: ${person}. ${t('signIn.signOut')}`}
      onClick={() => void run({})}
    >
      <IconUser size={20} className={styles.fixed} aria-hidden />
      <Written text={person} className={styles.name} />
      <IconLogout size={20} className={`${common.mirrored} ${styles.out}`} aria-hidden />
    </UnstyledButton>
  );
}

const connectionLook = {
  unknown: { tone: 'calm', Icon: IconCircleDashed },
  online: { tone: 'good', Icon: IconCircleCheckFilled },
  failing: { tone: 'amber', Icon: IconCloudExclamation },
  offline: { tone: 'amber', Icon: IconCloudOff },
  refused: { tone: 'red', Icon: IconAlertOctagonFilled },
} as const;

function Connection({ status: { connection, nextTry, role } }: { status: TerminalStatus }) {
  const { t, words } = useLanguage();
  const { tone, Icon } = connectionLook[connection];
  const fact = (
    <Fact label={t('bar.connection')} tone={tone} icon={<Icon size={20} aria-hidden />} live>
      {words.connections[connection]}
    </Fact>
  );
  const isAway = connection === 'failing' || connection === 'offline';
  if (!isAway || nextTry === undefined || role === 'nobody') return fact;
  return <TryNow nextTry={nextTry}>{fact}</TryNow>;
}

function Stopped() {
  const { t } = useLanguage();
  return (
    <Fact label={t('bar.connection')} tone="red" icon={<IconPlugConnectedX size={20} aria-hidden />} live>
      {t('stopped.short')}
    </Fact>
  );
}

function TryNow({ nextTry, children }: { nextTry: string; children: ReactNode }) {
  const { t, format } = useLanguage();
  const { run, busy } = useTerminalCommand('invoice.tryNow');
  const time = format.time(nextTry);
  return (
    <UnstyledButton className={styles.away} aria-disabled={busy} onClick={() => void run({})}>
      {children}
      <Flex component="span" className={common.nowrap} gap="0.5rem" ps="1.625rem" c="dimmed">
        <span className="visually-hidden">{t('bar.nextTry', { time })}</span>
        <bdi dir="ltr" aria-hidden>
          {time}
        </bdi>
        <span className={styles.tryNow}>{t('bar.tryNow')}</span>
      </Flex>
    </UnstyledButton>
  );
}

function Waiting({ status: { waiting, forecast } }: { status: TerminalStatus }) {
  const { t, language, format } = useLanguage();
  const title = forecast && describeForecast(forecast, language);
  return (
    <Fact
      label={t('invoices.waiting')}
      title={title}
      icon={<IconHourglassHigh size={20} aria-hidden />}
      isKept
    >
      {waiting === 0 ? t('bar.noneWaiting') : t('bar.waiting', { shown: format.count(waiting) })}
    </Fact>
  );
}

function Attention({ parked }: { parked: number }) {
  const { t } = useLanguage();
  if (parked === 0) return null;
  const icon = <IconAlertOctagonFilled size={20} aria-hidden />;
  return (
    <Fact label={t('invoices.attention')} tone="red" icon={icon} live>
      {t('bar.attention', { count: parked })}
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
  const { t } = useLanguage();
  const now = useNow(status.now);
  const icon = <IconCertificate size={20} aria-hidden />;
  if (status.certificate === undefined)
    return (
      <Fact label={t('bar.certificateLabel')} icon={icon}>
        {t('bar.noCertificate')}
      </Fact>
    );
  const days = Math.max(0, Math.floor((Date.parse(status.certificate.validTo) - now) / day));
  const tone = certificateTone(days);
  const fact = (
    <Fact label={t('bar.certificateLabel')} icon={icon} tone={tone === 'good' ? 'calm' : tone}>
      {t('bar.certificate', { count: days })}
    </Fact>
  );
  if (status.role !== 'manager') return fact;
  return (
    <a className={styles.link} href={hashOf({ screen: 'settings', page: 'certificate' })}>
      {fact}
    </a>
  );
}

interface FactProps {
  readonly label: string;
  readonly title?: string | undefined;
  readonly icon: ReactNode;
  readonly tone?: Tone;
  readonly live?: boolean;
  readonly isKept?: boolean;
  readonly children: ReactNode;
}

function Fact({ label, title = label, icon, tone = 'calm', live = false, isKept, children }: FactProps) {
  return (
    <span
      className={`${common.tone} ${styles.fact}`}
      data-tone={tone}
      title={title}
      aria-live={live ? 'polite' : undefined}
    >
      {icon}
      <span className="visually-hidden">{label}: </span>
      <span className={styles.words} data-kept={isKept || undefined}>
        {children}
      </span>
    </span>
  );
}
