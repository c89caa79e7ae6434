import { Box, Button, Text } from '@mantine/core';
import type { Approval } from '../../../../shared/contract/programs/integration.ts';
import forms from '../../../ui/components/forms/forms.module.css';
import { SectionPage } from '../../../ui/components/layout/section-page.tsx';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useStatus } from '../../../ui/terminal/status.tsx';
import { useNow } from '../../../ui/terminal/use-now.ts';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { keyOf } from '../api/scopes.tsx';

export function ApprovalsPage() {
  const { t } = useLanguage();
  const { data, error } = useTerminalQuery('integration.approvals', {});
  return (
    <SectionPage
      title={t('integrations.section.approvals.title')}
      lead={t('integrations.section.approvals.lead')}
      error={error}
    >
      {data?.approvals.map((approval) => (
        <ApprovalCard key={approval.id} approval={approval} />
      ))}
      {data?.approvals.length === 0 && (
        <div className={forms.empty}>
          <p>{t('integrations.approvals.empty')}</p>
        </div>
      )}
    </SectionPage>
  );
}

function ApprovalCard({ approval }: { approval: Approval }) {
  const { t, format } = useLanguage();
  const approve = useTerminalCommand('integration.approve');
  const deny = useTerminalCommand('integration.deny');
  const now = useNow(useStatus()?.now ?? approval.askedAt);
  const { id, clientName, scopes, checkWords, expiresAt } = approval;
  const busy = approve.busy || deny.busy;
  const failure = approve.failure ?? deny.failure;
  return (
    <section className={forms.card} aria-label={clientName}>
      <Box component="h3" m="0 0 0.5rem">
        {t('integrations.approvals.asks', { name: clientName })}
      </Box>
      <Box component="ul" m="0 0 1rem" ps="lg" lh={1.7}>
        {scopes.map((scope) => (
          <li key={scope}>
            <strong>{t(`integrations.scopes.${keyOf(scope)}`)}</strong>{' '}
            {t(`integrations.scopes.${keyOf(scope)}Text`)}
          </li>
        ))}
      </Box>
      <Box p="1rem 1.25rem" bdrs="0.5rem" bg="var(--ground-low)">
        <Text inherit mb="0.25rem" lh={1.5}>
          {t('integrations.approvals.compare')}
        </Text>
        <Box component="bdi" dir="ltr" ff="monospace" fz="2.25rem" fw={600} lts="0.08em">
          {checkWords}
        </Box>
      </Box>
      <Text inherit c="dimmed" mt="0.5rem" mb="0.25rem">
        {t('integrations.approvals.left', { span: format.span(Date.parse(expiresAt) - now) })}
      </Text>
      <ProblemNote of={failure} />
      <div className={forms.buttons}>
        <Button size="xl" aria-disabled={busy} onClick={() => void approve.run({ id })}>
          {t('integrations.approvals.approve')}
        </Button>
        <Button size="xl" variant="default" aria-disabled={busy} onClick={() => void deny.run({ id })}>
          {t('integrations.approvals.deny')}
        </Button>
      </div>
    </section>
  );
}
