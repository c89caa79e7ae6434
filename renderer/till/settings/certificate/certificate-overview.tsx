import { Box, Button, Flex, Stack, Text } from '@mantine/core';
import type { CredentialView, FlowKind } from '../../../../shared/contract/terminal/credentials.ts';
import { CertificateFacts } from '../../../ui/components/certificate-facts.tsx';
import { certificateTone } from '../../../ui/components/certificate-tone.ts';
import common from '../../../ui/components/common.module.css';
import page from '../../../ui/components/layout/page.module.css';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { keys, useKeys } from '../../../ui/page/keys.ts';
import { go } from '../../../ui/page/route.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { EnvironmentRow } from '../environments/environment-row.tsx';
import { CertificateTrial } from './certificate-trial.tsx';
import { CredentialRejections } from './credential-rejections.tsx';
import { History } from './history.tsx';

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
