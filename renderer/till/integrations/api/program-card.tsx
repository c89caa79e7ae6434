import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ApiCall, ApiClient, GivenApproval } from '../../../../shared/contract/programs/integration.ts';
import { CopyLine } from '../../../ui/components/copy-line.tsx';
import styles from '../../../ui/components/forms/forms.module.css';
import { SaveRow } from '../../../ui/components/forms/save-row.tsx';
import { SelectField } from '../../../ui/components/forms/select-field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import { Collapsible } from '../../../ui/components/layout/collapsible.tsx';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { StateMark } from '../../../ui/components/marks/state-mark.tsx';
import { Confirm } from '../../../ui/components/press/confirm.tsx';
import { SecretOnce } from '../../../ui/components/secret-once.tsx';
import list from '../../../ui/components/tables/list.module.css';
import { Written } from '../../../ui/components/written.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useStatus } from '../../../ui/terminal/status.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { ScopesChoice, useScopeWords } from './scopes.tsx';

export function ProgramCard({ client }: { client: ApiClient }) {
  const { t, format } = useLanguage();
  const scopeWords = useScopeWords();
  const now = useStatus()?.now ?? '';
  const [open, setOpen] = useState(false);
  const { name, kind, scopes, usedAt, previousSecretUntil, revokedAt } = client;
  const hasOldSecret = previousSecretUntil !== undefined && previousSecretUntil > now;
  return (
    <section
      className={styles.card}
      aria-label={name}
      data-open={open || undefined}
      data-over={revokedAt !== undefined || undefined}
    >
      <div className={styles.head}>
        <div className={styles.about}>
          <span className={styles.name}>
            <Written text={name} />
          </span>
          <span>
            {t(`integrations.programs.${kind}`)} · {scopeWords(scopes)}
          </span>
          <span className={styles.soft}>
            {revokedAt !== undefined
              ? t('integrations.programs.revokedAt', { time: format.dateTime(revokedAt) })
              : usedAt === undefined
                ? t('integrations.programs.neverUsed')
                : t('integrations.programs.usedAt', { time: format.dateTime(usedAt) })}
          </span>
          {hasOldSecret && revokedAt === undefined && (
            <span className={styles.amber}>
              {t('integrations.programs.oldSecret', { time: format.dateTime(previousSecretUntil) })}
            </span>
          )}
        </div>
        {revokedAt === undefined && (
          <Button
            variant="default"
            aria-expanded={open}
            aria-label={t(open ? 'integrations.closeOf' : 'integrations.changeOf', { name })}
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'app.close' : 'app.change')}
          </Button>
        )}
      </div>
      {open && revokedAt === undefined && (
        <div className={styles.inside}>
          <CopyLine label={t('integrations.programs.id')} value={client.id} />
          {client.redirectUris.map((uri) => (
            <CopyLine key={uri} label={t('integrations.programs.redirect')} value={uri} />
          ))}
          {client.kind === 'app' && <Given clientId={client.id} />}
          <ProgramCalls id={client.id} />
          <Entitled client={client} />
          {client.hasSecret && <Rotation client={client} />}
          <Revocation client={client} />
        </div>
      )}
    </section>
  );
}

function Entitled({ client: { id, scopes } }: { client: ApiClient }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('integration.clients.scope');
  const form = useForm({
    id: `scopes-${id}`,
    initial: { scopes },
    check: (chosen) => ({
      scopes: chosen.scopes.length === 0 ? t('integrations.scopes.none') : undefined,
    }),
    send: (chosen) => run({ id, scopes: chosen.scopes }),
    live: ['scopes'],
  });
  return (
    <form onSubmit={form.onSubmit}>
      <h4>{t('integrations.programs.may')}</h4>
      <ScopesChoice
        value={form.values.scopes}
        error={form.errorOf('scopes')}
        onChange={(chosen) => form.set({ scopes: chosen })}
      />
      <ProblemNote of={form.failure} />
      <SaveRow
        label={t('integrations.programs.saveScopes')}
        busy={busy}
        isChanged={form.isChanged}
        isRight={form.isRight}
        isSaved={form.isSaved}
      />
    </form>
  );
}

/** The number of hours for which the old secret stays valid. */
const graces = ['0', '1', '24', '168'] as const;

function Rotation({ client: { id, name } }: { client: ApiClient }) {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('integration.clients.rotate');
  const [grace, setGrace] = useState<(typeof graces)[number]>('24');
  const [secret, setSecret] = useState<string>();
  const rotate = async () => {
    const rotated = await run({ id, graceHours: Number(grace) });
    if (rotated?.ok) setSecret(rotated.value.secret);
  };
  if (secret !== undefined)
    return (
      <SecretOnce
        title={t('integrations.programs.rotated', { name })}
        secret={secret}
        onDone={() => setSecret(undefined)}
      />
    );
  return (
    <>
      <h4>{t('integrations.programs.newSecret')}</h4>
      <p className={styles.hint}>{t('integrations.programs.newSecretText')}</p>
      <div className={styles.fields}>
        <SelectField
          label={t('integrations.programs.grace')}
          value={grace}
          options={graces.map((value) => ({ value, label: t(`integrations.programs.graces.${value}`) }))}
          onChange={setGrace}
        />
      </div>
      <ProblemNote of={failure} />
      <Button variant="default" aria-disabled={busy} onClick={() => void rotate()}>
        {t('integrations.programs.makeSecret')}
      </Button>
    </>
  );
}

/** The people who let the app in. One approval can be ended while the app and the others stay. */
function Given({ clientId }: { clientId: string }) {
  const { t } = useLanguage();
  const { data, error } = useTerminalQuery('integration.given', { clientId });
  const { run, busy, failure } = useTerminalCommand('integration.endGiven');
  return (
    <>
      <h4>{t('integrations.programs.given')}</h4>
      <p className={styles.hint}>{t('integrations.programs.givenText')}</p>
      <ProblemNote of={error ?? failure} />
      {data?.given.length === 0 && <p className={styles.hint}>{t('integrations.programs.givenNone')}</p>}
      <ul className={list.list}>
        {data?.given.map((given) => (
          <GivenRow key={given.id} given={given} busy={busy} onEnd={() => void run({ id: given.id })} />
        ))}
      </ul>
    </>
  );
}

interface GivenRowProps {
  readonly given: GivenApproval;
  readonly busy: boolean;
  onEnd(): void;
}

function GivenRow({ given: { person, scopes, usedAt }, busy, onEnd }: GivenRowProps) {
  const { t, format } = useLanguage();
  const scopeWords = useScopeWords();
  return (
    <li className={list.row}>
      <span className={list.main}>
        <span className={list.strong}>
          <Written text={person} />
        </span>
        <span className={list.soft}>{scopeWords(scopes)}</span>
        <span className={list.soft}>
          {t('integrations.programs.usedAt', { time: format.dateTime(usedAt) })}
        </span>
      </span>
      <Confirm
        label={t('integrations.programs.endGiven')}
        question={t('integrations.programs.endGivenSure', { person })}
        busy={busy}
        onConfirm={onEnd}
      />
    </li>
  );
}

function Revocation({ client: { id, name } }: { client: ApiClient }) {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('integration.clients.revoke');
  return (
    <div className={styles.end}>
      <ProblemNote of={failure} />
      <Confirm
        label={t('integrations.programs.revoke')}
        question={t('integrations.programs.revokeSure', { name })}
        busy={busy}
        onConfirm={() => void run({ id })}
      />
    </div>
  );
}

function ProgramCalls({ id }: { id: string }) {
  const { t } = useLanguage();
  return (
    <Collapsible title={t('integrations.programs.calls')}>
      <p className={styles.hint}>{t('integrations.programs.callsText')}</p>
      <Calls id={id} />
    </Collapsible>
  );
}

function Calls({ id }: { id: string }) {
  const { t } = useLanguage();
  const { data, error } = useTerminalQuery('integration.clients.calls', { id });
  if (error) return <ProblemNote of={error} />;
  return (
    <>
      {data?.calls.length === 0 && <p className={styles.hint}>{t('integrations.programs.noCalls')}</p>}
      <ul className={list.list}>
        {data?.calls.map((call) => (
          <Call key={call.requestId} call={call} />
        ))}
      </ul>
    </>
  );
}

function Call({ call: { requestId, at, method, path, status, code } }: { call: ApiCall }) {
  const { t, format } = useLanguage();
  const isRefused = status >= 400;
  return (
    <li className={list.row}>
      <StateMark tone={isRefused ? 'red' : 'good'}>
        {t(`integrations.programs.${isRefused ? 'refused' : 'answered'}`)}{' '}
        <bdi dir="ltr">{String(status)}</bdi>
      </StateMark>
      <span className={list.main}>
        <span className={list.strong}>
          <bdi dir="ltr">
            {method} {path}
          </bdi>
        </span>
        {code !== undefined && (
          <span className={list.soft}>
            <bdi dir="ltr">{code}</bdi>
          </span>
        )}
        <span className={list.soft}>
          <bdi dir="ltr">{requestId}</bdi>
        </span>
      </span>
      <span className={list.end}>{format.dateTime(at)}</span>
    </li>
  );
}
