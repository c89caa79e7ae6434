import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Endpoint, WebhookSettings } from '../../../../shared/contract/programs/webhooks.ts';
import styles from '../../../ui/components/forms/forms.module.css';
import { Toggle } from '../../../ui/components/forms/toggle.tsx';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { Confirm } from '../../../ui/components/press/confirm.tsx';
import { SecretOnce } from '../../../ui/components/secret-once.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { SecondSecret } from '../second-secret.tsx';
import { ReceiverForm } from './receiver-form.tsx';
import { ReceiverTests } from './receiver-tests.tsx';

export function ReceiverCard({ endpoint, settings }: { endpoint: Endpoint; settings: WebhookSettings }) {
  const { t } = useLanguage();
  const [open, setOpen] = useState(false);
  const { url, kinds, allowPrivate, enabled, rotating } = endpoint;
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
          {!enabled && <span className={styles.amber}>{t('integrations.webhooks.isOff')}</span>}
        </div>
        <Button
          variant="default"
          aria-expanded={open}
          aria-label={t(open ? 'integrations.closeOf' : 'integrations.changeOf', { name: url })}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'app.close' : 'integrations.change')}
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
