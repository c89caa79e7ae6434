import { Button, Flex } from '@mantine/core';
import type { NetworkView, ProxyChoice } from '../../../../shared/contract/terminal/network.ts';
import { ByPolicy } from '../../../ui/components/by-policy.tsx';
import common from '../../../ui/components/common.module.css';
import { Choice } from '../../../ui/components/forms/choice.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import page from '../../../ui/components/layout/page.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { Authorities } from '../../setup/authorities.tsx';
import section from './network-section.module.css';

/**
 * The network settings of the current environment: its proxy, and certificate authorities trusted in addition to the
 * usual ones.
 */
export function NetworkSection() {
  const { t } = useLanguage();
  const { data } = useTerminalQuery('network.get', {});
  if (data === undefined) return null;
  return (
    <section>
      <h3>{t('settings.network.title')}</h3>
      <p className={page.lead}>{t('settings.network.lead')}</p>
      {data.policy.state !== 'none' && (
        <Note tone={data.policy.state === 'broken' ? 'red' : 'amber'}>
          {t(`settings.network.policy.${data.policy.state}`)} <bdi dir="ltr">{data.policy.file}</bdi>
        </Note>
      )}
      <ProxyForm key={`${data.proxy} ${data.proxyUser}`} view={data} />
      <Authorities />
    </section>
  );
}

type Kind = 'system' | 'none' | 'own';

function ProxyForm({ view }: { view: NetworkView }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('network.setProxy');
  const shownKind: Kind = view.proxy === 'system' || view.proxy === 'none' ? view.proxy : 'own';
  const form = useForm({
    id: 'proxy',
    initial: {
      kind: shownKind,
      address: shownKind === 'own' ? view.proxy : '',
      user: view.proxyUser ?? '',
      password: '',
    },
    send({ kind, address, user, password }) {
      const isOwn = kind === 'own';
      return run({
        proxy: isOwn ? (address.trim() as ProxyChoice) : kind,
        ...(isOwn && user !== '' && { user }),
        ...(isOwn && password !== '' && { password }),
      });
    },
  });
  const { kind } = form.values;
  if (view.proxyFromPolicy)
    return (
      <ByPolicy field="proxy">
        <p>
          {t('settings.network.proxy')}: <bdi dir="ltr">{view.proxy}</bdi>
        </p>
      </ByPolicy>
    );
  return (
    <form className={section.choice} onSubmit={form.onSubmit} noValidate>
      <Choice
        aria-label={t('settings.network.proxy')}
        value={kind}
        onChange={(chosen) => form.set({ kind: chosen })}
        data={[
          { value: 'system', label: t('settings.network.system') },
          { value: 'none', label: t('settings.network.none') },
          { value: 'own', label: t('settings.network.own') },
        ]}
      />
      <Flex align="start" gap="sm">
        {kind === 'own' && (
          <>
            <Field
              {...form.text('address')}
              className={common.grow}
              label={t('settings.network.address')}
              dir="ltr"
              inputMode="url"
            />
            <Field {...form.text('user')} label={t('settings.network.user')} dir="ltr" />
            <Field
              {...form.text('password')}
              label={t(view.hasProxyPassword ? 'settings.network.passwordKept' : 'settings.network.password')}
              dir="ltr"
              type="password"
            />
          </>
        )}
        <Button
          type="submit"
          variant="default"
          className={`${common.fixed} ${common.below}`}
          aria-disabled={busy}
        >
          {t('app.save')}
        </Button>
      </Flex>
      <FailureNote of={form.failure} />
    </form>
  );
}
