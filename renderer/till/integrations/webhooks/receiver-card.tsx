import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { OccurrenceKind } from '../../../../shared/contract/programs/webhook-events.ts';
import type {
  Endpoint,
  WebhookSettings,
  WebhookTest,
} from '../../../../shared/contract/programs/webhooks.ts';
import styles from '../../../ui/components/forms/forms.module.css';
import { Toggle } from '../../../ui/components/forms/toggle.tsx';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { StateMark } from '../../../ui/components/marks/state-mark.tsx';
import { Confirm } from '../../../ui/components/press/confirm.tsx';
import { SecretOnce } from '../../../ui/components/secret-once.tsx';
import list from '../../../ui/components/tables/list.module.css';
import { Written } from '../../../ui/components/written.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { SecondSecret } from '../second-secret.tsx';
import { useDeliveryWords } from './delivery-words.ts';
import { ReceiverForm } from './receiver-form.tsx';
import page from './webhooks-page.module.css';

export function ReceiverCard({ endpoint, settings }: { endpoint: Endpoint; settings: WebhookSettings }) {
  const { t, format } = useLanguage();
  const [open, setOpen] = useState(false);
  const { url, kinds, allowPrivate, enabled, rotating, failingSince, goneAt } = endpoint;
  return (
    <section className={styles.card} aria-label={url} data-open={open || undefined}>
      <div className={styles.head}>
        <div className={styles.about}>
          <span className={styles.name}>
            <bdi dir="ltr">{url}</bdi>
          </span>
          {kinds.length > 0 && <span>{kinds.map((kind) => t(`integrations.kind.${kind}`)).join(' · ')}</span>}
          {kinds.length === 0 && <span className={styles.amber}>{t('integrations.webhooks.noKinds')}</span>}
          {allowPrivate && <span className={styles.soft}>{t('integrations.webhooks.isPrivate')}</span>}
          {rotating && <span className={styles.amber}>{t('integrations.webhooks.rotating')}</span>}
          {goneAt !== undefined && (
            <span className={styles.amber}>
              {t('integrations.webhooks.isGone', { at: format.dateTime(goneAt) })}
            </span>
          )}
          {enabled && failingSince !== undefined && (
            <span className={styles.amber}>
              {t('integrations.webhooks.fails', { since: format.dateTime(failingSince) })}
            </span>
          )}
          {!enabled && <span className={styles.amber}>{t('integrations.webhooks.isOff')}</span>}
        </div>
        <Button
          variant="default"
          aria-expanded={open}
          aria-label={t(open ? 'integrations.closeOf' : 'integrations.changeOf', { name: url })}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'app.close' : 'app.change')}
        </Button>
      </div>
      <ReceiverTests endpoint={endpoint} />
      {open && (
        <div className={styles.inside}>
          <Switch endpoint={endpoint} />
          <Rotation endpoint={endpoint} />
          <h4>{t('integrations.webhooks.what')}</h4>
          <ReceiverForm
            endpoint={endpoint}
            settings={settings}
            onSaved={() => setOpen(false)}
            onClose={() => setOpen(false)}
          />
          <Removal endpoint={endpoint} />
        </div>
      )}
    </section>
  );
}

function Switch({ endpoint: { id, enabled } }: { endpoint: Endpoint }) {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('webhook.changeEndpoint');
  return (
    <>
      <Toggle
        label={t('integrations.webhooks.on')}
        text={t('integrations.webhooks.onText')}
        checked={enabled}
        busy={busy}
        onChange={(next) => void run({ id, enabled: next })}
      />
      <ProblemNote of={failure} />
    </>
  );
}

/** The change from one signing secret to the next, during which the receiver refuses no event. */
function Rotation({ endpoint: { id, rotating } }: { endpoint: Endpoint }) {
  const { t } = useLanguage();
  const rotate = useTerminalCommand('webhook.rotateSecret');
  const finish = useTerminalCommand('webhook.finishRotation');
  const [secret, setSecret] = useState<string>();
  const failure = rotate.failure ?? finish.failure;
  const begin = async () => {
    const rotated = await rotate.run({ id });
    if (rotated?.ok) setSecret(rotated.value.secret);
  };
  if (secret !== undefined)
    return (
      <SecretOnce
        title={t('integrations.webhooks.rotated')}
        secret={secret}
        onDone={() => setSecret(undefined)}
      >
        <p className={styles.hint}>{t('integrations.webhooks.rotatedText')}</p>
      </SecretOnce>
    );
  return (
    <>
      <h4>{t('integrations.webhooks.secret')}</h4>
      <p className={styles.hint}>
        {t(rotating ? 'integrations.webhooks.finishText' : 'integrations.webhooks.rotateText')}
      </p>
      <ProblemNote of={failure} />
      <div className={styles.buttons}>
        {rotating ? (
          <SecondSecret
            of="webhooks"
            busy={{ finish: finish.busy, make: rotate.busy }}
            onFinish={() => void finish.run({ id })}
            onMake={() => void begin()}
          />
        ) : (
          <Button variant="default" aria-disabled={rotate.busy} onClick={() => void begin()}>
            {t('integrations.webhooks.rotate')}
          </Button>
        )}
      </div>
    </>
  );
}

function Removal({ endpoint: { id } }: { endpoint: Endpoint }) {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('webhook.removeEndpoint');
  return (
    <div className={styles.end}>
      <ProblemNote of={failure} />
      <Confirm
        label={t('integrations.webhooks.remove')}
        question={t('integrations.webhooks.removeSure')}
        busy={busy}
        onConfirm={() => void run({ id })}
      />
    </div>
  );
}

interface KindTest {
  readonly kind: OccurrenceKind | undefined;
  readonly test: WebhookTest;
}

function ReceiverTests({ endpoint: { id, url, kinds } }: { endpoint: Endpoint }) {
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
            {t('integrations.deliveries.answer')}: <Written text={answer.slice(0, shownAnswer)} />
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
