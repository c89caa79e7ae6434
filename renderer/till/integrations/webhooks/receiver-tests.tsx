import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { OccurrenceKind } from '../../../../shared/contract/programs/webhook-events.ts';
import type { Endpoint, WebhookTest } from '../../../../shared/contract/programs/webhooks.ts';
import styles from '../../../ui/components/forms/forms.module.css';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { StateMark } from '../../../ui/components/marks/state-mark.tsx';
import list from '../../../ui/components/tables/list.module.css';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useDeliveryWords } from './delivery-words.ts';
import page from './webhooks-page.module.css';

interface KindTest {
  readonly kind: OccurrenceKind | undefined;
  readonly test: WebhookTest;
}

export function ReceiverTests({ endpoint: { id, url, kinds } }: { endpoint: Endpoint }) {
  const { t } = useLanguage();
  const { run, failure } = useTerminalCommand('webhook.sendTest');
  const [isSending, setIsSending] = useState(false);
  const [tests, setTests] = useState<readonly KindTest[]>([]);
  const results = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tests.length > 0) results.current?.scrollIntoView({ block: 'nearest' });
  }, [tests]);
  const send = async () => {
    if (isSending) return;
    setIsSending(true);
    setTests([]);
    for (const kind of kinds.length > 0 ? kinds : [undefined]) {
      const sent = await run({ id, kind });
      if (!sent?.ok) break;
      setTests((before) => [...before, { kind, test: sent.value }]);
      // If a receiver does not answer one test, a person would have to wait for each of the others, too.
      if (sent.value.httpStatus === undefined) break;
    }
    setIsSending(false);
  };
  return (
    <>
      <div className={styles.buttons}>
        <Button
          variant="default"
          aria-label={t('integrations.webhooks.testOf', { url })}
          aria-disabled={isSending}
          onClick={() => void send()}
        >
          {t(isSending ? 'integrations.webhooks.testing' : 'integrations.webhooks.test')}
        </Button>
      </div>
      <div ref={results} role="status" className={page.tests}>
        {tests.length > 0 && (
          <ul className={list.list}>
            {tests.map(({ kind, test }) => (
              <li key={test.id} className={list.row}>
                <TestResult kind={kind} test={test} />
              </li>
            ))}
          </ul>
        )}
        <ProblemNote of={failure} />
      </div>
    </>
  );
}

function TestResult({ kind, test }: KindTest) {
  const { t, format } = useLanguage();
  const { sayDelivery } = useDeliveryWords();
  const { taken, type, httpStatus, failure, answer = '', sentAt, tookMs } = test;
  const status = String(httpStatus ?? '');
  return (
    <>
      <StateMark tone={taken ? 'good' : 'red'}>
        {taken ? t('integrations.webhooks.taken', { status }) : t('integrations.webhooks.notTaken')}
      </StateMark>
      <span className={list.main}>
        <span className={list.strong}>
          {t(kind === undefined ? 'integrations.sender.testName' : `integrations.kind.${kind}`)}
        </span>
        <span className={list.soft}>
          <bdi dir="ltr">{type}</bdi>
        </span>
        {!taken && <span>{sayDelivery({ state: 'dead', httpStatus, failure })}</span>}
        {answer.trim() !== '' && (
          <span className={list.soft}>
            {t('integrations.deliveries.answer')}: <bdi>{answer.slice(0, shownAnswer)}</bdi>
          </span>
        )}
      </span>
      <span className={list.end}>
        <span>{format.time(sentAt)}</span>
        <span className={list.soft}>{t('integrations.webhooks.took', { shown: format.count(tookMs) })}</span>
      </span>
    </>
  );
}

/** The number of characters of a receiver's answer: enough for an error, too few for a page. */
const shownAnswer = 200;
