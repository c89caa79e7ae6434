import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import { inboundPath } from '../../../../shared/contract/programs/remote.ts';
import { signingSecretSchema } from '../../../../shared/contract/programs/webhooks.ts';
import type { Result } from '../../../../shared/failure.ts';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import { CopyLine } from '../../../ui/components/copy-line.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import styles from '../../../ui/components/forms/forms.module.css';
import { SaveRow } from '../../../ui/components/forms/save-row.tsx';
import { Toggle } from '../../../ui/components/forms/toggle.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { Collapsible } from '../../../ui/components/layout/collapsible.tsx';
import { SectionPage } from '../../../ui/components/layout/section-page.tsx';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { SecretOnce } from '../../../ui/components/secret-once.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { ToApi } from '../api/api-settings-link.tsx';
import { SecondSecret } from '../second-secret.tsx';
import { ReceivedEvents } from './received-events.tsx';

type InboundStatus = CommandOutput<'inbound.get'>;

export function InboundPage() {
  const { t } = useLanguage();
  const { data: inbound, error } = useTerminalQuery('inbound.get', {});
  const { run, busy, failure } = useTerminalCommand('inbound.change');
  return (
    <SectionPage
      title={t('integrations.section.inbound.title')}
      lead={t('integrations.section.inbound.lead')}
      error={error}
    >
      {inbound && (
        <>
          {inbound.hasSecret && (
            <Toggle
              label={t('integrations.inbound.on')}
              text={t('integrations.inbound.onText')}
              checked={inbound.enabled}
              busy={busy}
              onChange={(enabled) => void run({ enabled })}
            />
          )}
          <ProblemNote of={failure} />
          {inbound.enabled && <Address />}
          <Secret status={inbound} />
          {inbound.hasSecret && (
            <>
              <WindowForm seconds={inbound.windowSeconds} />
              <ReceivedEvents />
            </>
          )}
        </>
      )}
    </SectionPage>
  );
}

function Address() {
  const { t } = useLanguage();
  const { data: api } = useTerminalQuery('integration.api.get', {});
  if (api === undefined) return null;
  return (
    <section>
      <h3>{t('integrations.inbound.address')}</h3>
      {api.addresses.length === 0 && (
        <Note tone="amber">
          {t('integrations.inbound.apiOff')}
          <br />
          <ToApi />
        </Note>
      )}
      {api.addresses.map((address) => (
        <CopyLine key={address} label={t('integrations.api.address')} value={`${address}${inboundPath}`} />
      ))}
      {api.addresses.length > 0 && !api.network && (
        <p className={styles.hint}>
          {t('integrations.inbound.deviceOnly')}
          <br />
          <ToApi />
        </p>
      )}
    </section>
  );
}

function Secret({ status }: { status: InboundStatus }) {
  const { hasSecret, rotating } = status;
  const { t } = useLanguage();
  const add = useTerminalCommand('inbound.addSecret');
  const finish = useTerminalCommand('inbound.finishRotation');
  const [secret, setSecret] = useState<string>();
  const failure = add.failure ?? finish.failure;
  const make = async (given?: string) => {
    const added = await add.run(given === undefined ? {} : { secret: given });
    if (added?.ok) setSecret(added.value.secret);
    return added;
  };
  if (secret !== undefined)
    return (
      <SecretOnce
        title={t('integrations.inbound.secretMade')}
        secret={secret}
        onDone={() => setSecret(undefined)}
      >
        <p className={styles.hint}>{t('integrations.inbound.secretMadeText')}</p>
      </SecretOnce>
    );
  return (
    <section>
      {hasSecret ? (
        <>
          <h3>{t('integrations.webhooks.secret')}</h3>
          <p className={styles.hint}>
            {t(rotating ? 'integrations.inbound.finishText' : 'integrations.inbound.rotateText')}
          </p>
        </>
      ) : (
        <div className={styles.empty}>
          <p>{t('integrations.inbound.empty')}</p>
          <p>{t('integrations.inbound.emptyHow')}</p>
        </div>
      )}
      <ProblemNote of={failure} />
      <div className={styles.buttons}>
        {rotating ? (
          <SecondSecret
            of="inbound"
            busy={{ finish: finish.busy, make: add.busy }}
            onFinish={() => void finish.run({})}
            onMake={() => void make()}
          />
        ) : (
          <Button
            variant={hasSecret ? 'default' : 'filled'}
            aria-disabled={add.busy}
            onClick={() => void make()}
          >
            {t(hasSecret ? 'integrations.inbound.rotate' : 'integrations.inbound.makeSecret')}
          </Button>
        )}
      </div>
      <Collapsible title={t('integrations.inbound.ownSecret')}>
        <GivenSecret busy={add.busy} onGiven={make} />
      </Collapsible>
    </section>
  );
}

interface GivenSecretProps {
  readonly busy: boolean;
  onGiven(secret: string): Promise<Result<unknown> | undefined>;
}

/** A form for a secret chosen by the sender; the secret leaves the page once it was accepted. */
function GivenSecret({ busy, onGiven }: GivenSecretProps) {
  const { t } = useLanguage();
  const form = useForm({
    id: 'given',
    initial: { secret: '' },
    check: ({ secret }) => ({
      secret: signingSecretSchema.safeParse(secret).success ? undefined : t('integrations.secret.wrong'),
    }),
    send: ({ secret }) => onGiven(secret),
    empties: true,
  });
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <Field {...form.text('secret')} label={t('integrations.inbound.given')} type="password" dir="ltr" />
      <Button type="submit" variant="default" aria-disabled={busy}>
        {t('app.save')}
      </Button>
    </form>
  );
}

const isWindow = (text: string) => /^\d{2,5}$/.test(text) && Number(text) >= 10 && Number(text) <= 86_400;

function WindowForm({ seconds }: { seconds: number }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('inbound.change');
  const form = useForm({
    id: 'window',
    initial: { seconds: String(seconds) },
    check: (typed) => ({
      seconds: isWindow(typed.seconds) ? undefined : t('integrations.sender.windowWrong'),
    }),
    send: (typed) => run({ windowSeconds: Number(typed.seconds) }),
    live: ['seconds'],
  });
  return (
    <Collapsible title={t('integrations.inbound.window')}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <p className={styles.hint}>{t('integrations.inbound.windowText')}</p>
        <div className={styles.fields}>
          <Field
            {...form.text('seconds', withLatinNumbers)}
            label={t('integrations.inbound.seconds')}
            dir="ltr"
            inputMode="numeric"
          />
        </div>
        <ProblemNote of={form.failure} />
        <SaveRow busy={busy} isChanged={form.isChanged} isRight={form.isRight} isSaved={form.isSaved} />
      </form>
    </Collapsible>
  );
}
