import { Button } from '@mantine/core';
import type { Approval } from '../../shared/contract/integration.ts';
import { useStatus } from '../client.tsx';
import { useLanguage } from '../language.tsx';
import { Note } from '../parts/note.tsx';
import { useNow } from '../use-now.ts';
import styles from './approvals-page.module.css';
import forms from './forms.module.css';
import { keyOf } from './scopes.tsx';
import { SectionPage } from './section-page.tsx';
import { useAsk, useChange } from './use-ask.ts';
import { useFailureWords } from './use-failure-words.ts';

/** Apps that wait for a person's yes or no. */
export function ApprovalsPage() {
  const { t } = useLanguage();
  const { data, error } = useAsk('integration.approvals', {});
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
  const { say } = useFailureWords();
  const approve = useChange('integration.approve');
  const deny = useChange('integration.deny');
  const now = useNow(useStatus()?.now ?? approval.askedAt);
  const { id, clientName, scopes, checkWords, expiresAt } = approval;
  const busy = approve.busy || deny.busy;
  const failure = approve.failure ?? deny.failure;
  return (
    <section className={forms.card} aria-label={clientName}>
      <h3 className={styles.title}>{t('integrations.approvals.asks', { name: clientName })}</h3>
      <ul className={styles.scopes}>
        {scopes.map((scope) => (
          <li key={scope}>
            <strong>{t(`integrations.scopes.${keyOf(scope)}`)}</strong>{' '}
            {t(`integrations.scopes.${keyOf(scope)}Text`)}
          </li>
        ))}
      </ul>
      <div className={styles.check}>
        <p>{t('integrations.approvals.compare')}</p>
        <bdi dir="ltr" className={styles.words}>
          {checkWords}
        </bdi>
      </div>
      <p className={styles.until}>
        {t('integrations.approvals.left', { span: format.span(Date.parse(expiresAt) - now) })}
      </p>
      {failure && <Note tone="red">{say(failure)}</Note>}
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
