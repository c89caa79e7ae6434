import { Box } from '@mantine/core';
import {
  IconBuildingBroadcastTower,
  IconChevronRight,
  IconFileInvoice,
  IconFolderDown,
  IconInbox,
  IconPlugConnected,
  IconSend,
  IconUserCheck,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import common from '../../ui/components/common.module.css';
import { Page } from '../../ui/components/layout/page.tsx';
import { LoadError } from '../../ui/components/load-error.tsx';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import list from '../../ui/components/tables/list.module.css';
import { useLanguage } from '../../ui/language/language.tsx';
import { hashOf, type IntegrationSection } from '../../ui/page/route.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import styles from './hub.module.css';

const icons = {
  approvals: IconUserCheck,
  api: IconPlugConnected,
  programs: IconUsersGroup,
  folder: IconFolderDown,
  webhooks: IconSend,
  deliveries: IconSend,
  inbound: IconInbox,
  remote: IconBuildingBroadcastTower,
  remoteInvoices: IconFileInvoice,
} as const;

export function Hub() {
  const { t } = useLanguage();
  // Reads only one part: an error in reading one means that none can be read.
  const { error } = useTerminalQuery('integration.api.get', {});
  return (
    <Page title={t('integrations.title')} lead={t('integrations.lead')}>
      {error && <LoadError error={error} />}
      <h3>{t('integrations.group.programs')}</h3>
      <ul className={list.list}>
        <ApprovalsLink />
        <SectionLink section="api" status={<ApiState />} />
        <SectionLink section="programs" status={<ProgramsState />} />
        <SectionLink section="folder" status={<FolderState />} />
      </ul>
      <h3>{t('integrations.group.out')}</h3>
      <ul className={list.list}>
        <SectionLink section="webhooks" status={<WebhooksState />} />
      </ul>
      <h3>{t('integrations.group.in')}</h3>
      <ul className={list.list}>
        <SectionLink section="inbound" status={<InboundState />} />
        <SectionLink section="remote" status={<RemoteState />} />
        <SectionLink section="remoteInvoices" status={<RemoteInvoicesState />} />
      </ul>
    </Page>
  );
}

function SectionLink({ section, status }: { section: IntegrationSection; status: ReactNode }) {
  const { t } = useLanguage();
  const Icon = icons[section];
  return (
    <li>
      <a className={styles.link} href={hashOf({ screen: 'settings', page: 'integrations', section })}>
        <Icon size={26} stroke={1.6} className={common.good} aria-hidden />
        <span>
          <Box component="span" display="block" fw={600}>
            {t(`integrations.section.${section}.title`)}
          </Box>
          <Box component="span" display="block" lh={1.5} c="dimmed">
            {t(`integrations.section.${section}.text`)}
          </Box>
        </span>
        <span className={common.end}>{status}</span>
        <IconChevronRight size={20} className={`${common.mirrored} ${common.soft}`} aria-hidden />
      </a>
    </li>
  );
}

function ApprovalsLink() {
  const { t, format } = useLanguage();
  const approvals = useTerminalQuery('integration.approvals', {}).data?.approvals ?? [];
  if (approvals.length === 0) return null;
  return (
    <SectionLink
      section="approvals"
      status={
        <StateMark tone="amber">
          {t('integrations.state.waitingApps', { shown: format.count(approvals.length) })}
        </StateMark>
      }
    />
  );
}

function ApiState() {
  const { t } = useLanguage();
  const { data: api } = useTerminalQuery('integration.api.get', {});
  if (api === undefined) return null;
  if (!api.enabled) return <StateMark tone="off">{t('integrations.state.off')}</StateMark>;
  if (api.failure) return <StateMark tone="red">{t('integrations.state.stopped')}</StateMark>;
  return (
    <StateMark tone="good">{t(`integrations.state.${api.network ? 'onNetwork' : 'onDevice'}`)}</StateMark>
  );
}

function ProgramsState() {
  const { t, format } = useLanguage();
  const { data } = useTerminalQuery('integration.clients.list', {});
  const count = data?.clients.filter(({ revokedAt }) => revokedAt === undefined).length;
  return <Count count={count} none={t('integrations.state.none')} text={format.count} />;
}

function FolderState() {
  const { t } = useLanguage();
  const { data: folder } = useTerminalQuery('integration.dropFolder.get', {});
  if (folder === undefined) return null;
  if (!folder.enabled) return <StateMark tone="off">{t('integrations.state.off')}</StateMark>;
  if (folder.failure) return <StateMark tone="red">{t('integrations.state.stopped')}</StateMark>;
  return <StateMark tone="good">{t('integrations.state.on')}</StateMark>;
}

function WebhooksState() {
  const { t, format } = useLanguage();
  const { data: receivers } = useTerminalQuery('webhook.endpoints', {});
  const { data: deliveries } = useTerminalQuery('webhook.deliveries', { limit: 1 });
  const dead = deliveries?.counts.dead ?? 0;
  if (dead > 0)
    return (
      <StateMark tone="red">{t('integrations.state.undelivered', { shown: format.count(dead) })}</StateMark>
    );
  return (
    <Count count={receivers?.endpoints.length} none={t('integrations.state.none')} text={format.count} />
  );
}

function InboundState() {
  const { t } = useLanguage();
  const { data: inbound } = useTerminalQuery('inbound.get', {});
  if (inbound === undefined) return null;
  return (
    <StateMark tone={inbound.enabled ? 'good' : 'off'}>
      {t(`integrations.state.${inbound.enabled ? 'on' : 'off'}`)}
    </StateMark>
  );
}

function RemoteState() {
  const { t } = useLanguage();
  const { data: remote } = useTerminalQuery('remote.get', {});
  if (remote === undefined) return null;
  if (remote.settings === undefined)
    return <StateMark tone="off">{t('integrations.state.notConnected')}</StateMark>;
  if (remote.lastSync?.failure) return <StateMark tone="red">{t('integrations.state.failed')}</StateMark>;
  return <StateMark tone="good">{t('integrations.state.connected')}</StateMark>;
}

function RemoteInvoicesState() {
  const { t, format } = useLanguage();
  const { data } = useTerminalQuery('remoteInvoice.list', { limit: 1 });
  return <Count count={data?.total} none={t('integrations.state.none')} text={format.count} />;
}

interface CountProps {
  readonly count: number | undefined;
  readonly none: string;
  text(count: number): string;
}

function Count({ count, none, text }: CountProps) {
  if (count === undefined) return null;
  return <StateMark tone={count === 0 ? 'off' : 'good'}>{count === 0 ? none : text(count)}</StateMark>;
}
