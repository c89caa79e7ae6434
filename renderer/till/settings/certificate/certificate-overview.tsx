import { Box, Button, Flex, Stack, Text } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type {
  CredentialView,
  FlowKind,
  RejectionCause,
} from '../../../../shared/contract/terminal/credentials.ts';
import { certificateTone } from '../../../../shared/values/certificate-tone.ts';
import { credentialWords } from '../../../../shared/words/credential.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import { CertificateFacts } from '../../../ui/components/certificate-facts.tsx';
import common from '../../../ui/components/common.module.css';
import page from '../../../ui/components/layout/page.module.css';
import { Note } from '../../../ui/components/marks/note.tsx';
import { TableHead } from '../../../ui/components/tables/table-head.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { keys, useKeys } from '../../../ui/page/keys.ts';
import { go } from '../../../ui/page/route.ts';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { EnvironmentRow } from '../environments/environment-row.tsx';
import styles from './history.module.css';

interface CertificateOverviewProps {
  readonly credential: CredentialView;
  onNew(kind: Exclude<FlowKind, 'onboarding'>): void;
}

export function CertificateOverview({ credential, onNew }: CertificateOverviewProps) {
  const { t, format } = useLanguage();
  const others = useTerminalQuery('environment.list', {}).data?.environments?.filter(
    ({ environment }) => environment !== 'training' && environment !== credential.environment,
  );
  const { certificate, predecessor, environment, state } = credential;
  const isTraining = environment === 'training';
  const mayRenew = state === 'production' && !isTraining;
  useKeys({ [keys.main]: mayRenew ? () => onNew('renewal') : undefined });
  return (
    <div className={page.page}>
      <div className={page.inner}>
        {state === 'production' && certificate !== undefined ? (
          <Flex align="start" justify="space-between" gap="xl" mb="1.5rem">
            <Days credential={credential} />
            {mayRenew && (
              <Stack gap="0.5rem" miw="13rem">
                <Button
                  size="xl"
                  variant={credential.renewalDue ? 'filled' : 'default'}
                  onClick={() => onNew('renewal')}
                >
                  {t('settings.certificate.renew')}
                </Button>
                <Button size="md" variant="subtle" color="gray" onClick={() => onNew('reissue')}>
                  {t('settings.certificate.reissue')}
                </Button>
              </Stack>
            )}
          </Flex>
        ) : (
          <Stack align="start" gap="md" mb="md">
            <h2>{t('settings.certificate.none')}</h2>
            <Button size="xl" onClick={() => go({ screen: 'setup' })}>
              {t('settings.certificate.setUp')}
            </Button>
          </Stack>
        )}
        {predecessor && (
          <Note tone="amber">
            {t('settings.certificate.predecessor', { date: format.date(predecessor.validTo) })}
          </Note>
        )}
        {credential.trial && <CertificateTrial trial={credential.trial} />}
        {!isTraining && state === 'production' && (
          <CredentialRejections credential={credential} onNew={onNew} />
        )}
        {certificate && (
          <>
            <h3>{t('settings.certificate.details')}</h3>
            <CertificateFacts certificate={certificate} />
          </>
        )}
        {credential.history.length > 0 && <History rows={credential.history} />}
        {others !== undefined && others.length > 0 && (
          <>
            <h3>{t('settings.certificate.others')}</h3>
            {others.map((one) => (
              <EnvironmentRow key={one.environment} view={one} />
            ))}
          </>
        )}
      </div>
    </div>
  );
}

function Days({ credential: { certificate, daysLeft = 0, environment } }: { credential: CredentialView }) {
  const { t, format } = useLanguage();
  if (certificate === undefined) return null;
  const date = format.date(certificate.validTo);
  const isOver = daysLeft < 0;
  const tone = certificateTone(daysLeft);
  const count = Math.abs(daysLeft);
  const advice = isOver ? 'over' : tone === 'red' ? 'urgent' : tone === 'amber' ? 'soon' : 'fine';
  return (
    <div>
      <Text inherit className={common.tone} fz="xl" fw={500} lh={1} data-tone={tone}>
        <Box component="span" fz="4.5rem" fw={600} me="0.5rem" lts="-0.02em">
          {format.count(count)}
        </Box>{' '}
        {t(isOver ? 'settings.certificate.over' : 'settings.certificate.days', { count })}
      </Text>
      <Text inherit fz="lg" mt="0.5rem">
        {t(isOver ? 'settings.certificate.ended' : 'settings.certificate.until', { date })}
      </Text>
      <Text inherit lh={1.6} c="dimmed" mt="0.25rem">
        {t(
          environment === 'training'
            ? 'settings.certificate.training'
            : `settings.certificate.advice.${advice}`,
        )}
      </Text>
    </div>
  );
}

/**
 * The notice about a new certificate that the authority does not accept yet: the previous one stays in use, and a
 * button abandons the new one.
 */
function CertificateTrial({ trial }: { trial: NonNullable<CredentialView['trial']> }) {
  const { t, format, language } = useLanguage();
  const abandon = useTerminalCommand('credential.abandon');
  const [asking, setAsking] = useState(false);
  return (
    <Note tone="amber">
      <p>{t('settings.certificate.trial', { time: format.dateTime(trial.nextAt) })}</p>
      {asking && <p>{t('settings.certificate.trialGiveUpAsk')}</p>}
      <div className={common.row}>
        <Button
          variant="default"
          loading={abandon.busy}
          onClick={() => (asking ? void abandon.run({}) : setAsking(true))}
        >
          {t(asking ? 'settings.certificate.trialGiveUpYes' : 'settings.certificate.trialGiveUp')}
        </Button>
        {asking && (
          <Button variant="subtle" color="gray" onClick={() => setAsking(false)}>
            {t('app.cancel')}
          </Button>
        )}
      </div>
      {abandon.failure && <p>{describeFailure(abandon.failure, language)}</p>}
    </Note>
  );
}

function History({ rows }: { rows: CredentialView['history'] }) {
  const { t, language, format } = useLanguage();
  const words = credentialWords[language];
  return (
    <section>
      <h3>{t('settings.certificate.history')}</h3>
      <table className={`${common.table} ${styles.table}`}>
        <TableHead
          heads={[
            t('settings.certificate.issued'),
            t('settings.certificate.stage'),
            t('settings.certificate.kind'),
            t('settings.certificate.validTo'),
            t('settings.certificate.ended2'),
          ]}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.stage} ${row.serial}`} data-ended={row.end !== undefined || undefined}>
              <td>{format.date(row.issuedAt)}</td>
              <td>{words.stages[row.stage]}</td>
              <td>{words.flows[row.kind]}</td>
              <td>{format.date(row.validTo)}</td>
              <td>{row.end === undefined ? t('settings.certificate.inForce') : words.ends[row.end]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CredentialRejectionsProps {
  readonly credential: CredentialView;
  onNew(kind: Exclude<FlowKind, 'onboarding'>): void;
}

const fixes = {
  'header-malformed': 'reissue',
  'other-environment': 'switchTo',
  'certificate-expired': 'renew',
  'pair-revoked': 'reissue',
  'not-permitted': 'reissue',
} as const satisfies Record<RejectionCause, string>;

function CredentialRejections({ credential: { refusals }, onNew }: CredentialRejectionsProps) {
  const { t, language, format } = useLanguage();
  const { lastDay, inARow, last } = refusals;
  if (lastDay === 0 && inARow === 0)
    return (
      <section>
        <h3>{t('settings.rejections.title')}</h3>
        <Flex component="p" align="center" gap="0.5rem" m={0} c="var(--seal)">
          <IconCircleCheckFilled size={20} aria-hidden />
          {t('settings.rejections.none')}
        </Flex>
      </section>
    );
  const fix = last && fixes[last.cause];
  const press = () => {
    if (fix === 'switchTo') go({ screen: 'settings', page: 'environments' });
    else if (fix !== undefined) onNew(fix === 'renew' ? 'renewal' : 'reissue');
  };
  const count = t('settings.rejections.count', { count: lastDay });
  return (
    <section>
      <h3>{t('settings.rejections.title')}</h3>
      {inARow > 0 && last !== undefined ? (
        <Note tone="red">
          <p className={styles.count}>{count}</p>
          <p>{credentialWords[language].causes[last.cause]}</p>
          <p>{t('settings.rejections.paused')}</p>
          <Flex wrap="wrap" align="center" gap="md" mt="sm">
            {fix && (
              <Button color="var(--red)" variant="outline" onClick={press}>
                {t(`settings.rejections.${fix}`)}
              </Button>
            )}
            <span>
              {t('settings.rejections.last', {
                time: format.dateTime(last.at),
                status: last.httpStatus,
                code: last.code ?? '',
              })}
            </span>
          </Flex>
        </Note>
      ) : (
        <p className={common.soft}>
          {count}. {t('settings.rejections.over')}
        </p>
      )}
    </section>
  );
}
