import { Button } from '@mantine/core';
import type { Updates } from '../../../../shared/contract/terminal/updates.ts';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import { describeUpdateTrouble, describeUpdateWait } from '../../../../shared/words/updates.ts';
import common from '../../../ui/components/common.module.css';
import { Choice } from '../../../ui/components/forms/choice.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import page from '../../../ui/components/layout/page.module.css';
import { Page } from '../../../ui/components/layout/page.tsx';
import section from '../../../ui/components/layout/page-section.module.css';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import folders from '../folder-choice.module.css';
import maintenance from '../maintenance/maintenance-page.module.css';
import styles from './updates-page.module.css';

export function UpdatesPage() {
  const { t } = useLanguage();
  const { data } = useTerminalQuery('update.get', {});
  return (
    <Page title={t('settings.page.updates')}>
      {data && (
        <>
          <p className={page.lead}>{t('updates.lead', { version: data.version })}</p>
          <LastUpdate view={data} />
          <UpdateOffer view={data} />
          <h3>{t('updates.folderTitle')}</h3>
          <p className={page.lead}>{t('updates.folderLead')}</p>
          <UpdateFolder />
          <h3>{t('updates.settings')}</h3>
          <UpdateSettingsForm key={JSON.stringify([data.server, data.night, data.automatic])} view={data} />
        </>
      )}
    </Page>
  );
}

function LastUpdate({ view: { last } }: { view: Updates }) {
  const { t, language, format } = useLanguage();
  if (last === undefined) return null;
  const values = { version: last.version, when: format.dateTime(last.at) };
  if (last.why === undefined) return <p>{t('updates.done', values)}</p>;
  return (
    <Note tone="red">
      <strong>{t('updates.last', values)}</strong> {describeUpdateTrouble(last.why, language)}
    </Note>
  );
}

function UpdateFolder() {
  const { t, words } = useLanguage();
  const { run, busy } = useTerminalCommand('update.lookIn');
  const form = useForm({
    id: 'update-folder',
    initial: { folder: '' },
    check: ({ folder }) => ({ folder: folder.trim() === '' ? words.issues.blank : undefined }),
    send: ({ folder }) => run({ folder: folder.trim() }),
  });
  return (
    <form className={`${section.section} ${maintenance.section}`} onSubmit={form.onSubmit} noValidate>
      <div className={folders.folder}>
        <Field {...form.text('folder')} dir="ltr" label={t('updates.folder')} maxLength={1000} />
        <Button type="submit" variant="default" aria-disabled={busy}>
          {t(busy ? 'updates.looking' : 'updates.lookIn')}
        </Button>
      </div>
      <FailureNote of={form.failure} />
    </form>
  );
}

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/;

function UpdateSettingsForm({ view }: { view: Updates }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('update.setSettings');
  const timeError = (text: string) => (timePattern.test(text) ? undefined : t('updates.timeWrong'));
  const form = useForm({
    id: 'update-settings',
    initial: {
      how: view.automatic ? ('automatic' as const) : ('byHand' as const),
      server: view.server ?? '',
      ...view.night,
    },
    check: ({ from, to }) => ({ from: timeError(from), to: timeError(to) }),
    send: ({ how, server, from, to }) =>
      run({
        automatic: how === 'automatic',
        night: { from, to },
        ...(server.trim() !== '' && { server: server.trim() }),
      }),
  });
  return (
    <form className={`${section.section} ${styles.section}`} onSubmit={form.onSubmit} noValidate>
      <Choice
        aria-label={t('updates.how')}
        value={form.values.how}
        onChange={(how) => form.set({ how })}
        data={[
          { value: 'automatic', label: t('updates.automatic') },
          { value: 'byHand', label: t('updates.byHand') },
        ]}
      />
      {view.serverFromPolicy ? (
        <p>
          {t('updates.byPolicy')} <bdi dir="ltr">{view.server}</bdi>
        </p>
      ) : (
        <Field
          {...form.text('server')}
          dir="ltr"
          inputMode="url"
          label={t('updates.server')}
          placeholder={t('updates.noServer')}
          maxLength={500}
        />
      )}
      <div className={styles.times}>
        <Field
          {...form.text('from', withLatinNumbers)}
          dir="ltr"
          label={t('updates.from')}
          placeholder="02:00"
        />
        <Field {...form.text('to', withLatinNumbers)} dir="ltr" label={t('updates.to')} placeholder="05:00" />
        <Button type="submit" variant="default" aria-disabled={busy}>
          {t('app.save')}
        </Button>
      </div>
      <FailureNote of={form.failure} />
    </form>
  );
}

type Offer = NonNullable<Updates['offer']>;

function UpdateOffer({ view }: { view: Updates }) {
  const { t } = useLanguage();
  const look = useTerminalCommand('update.look');
  return (
    <section className={`${section.section} ${styles.section}`}>
      {(view.offer === undefined || view.looked?.why !== undefined) && <LastLook view={view} />}
      {view.offer && <Offered view={view} offer={view.offer} />}
      {view.server !== undefined && (
        <div>
          <Button variant="default" aria-disabled={look.busy} onClick={() => void look.run({})}>
            {t(look.busy ? 'updates.looking' : 'updates.look')}
          </Button>
        </div>
      )}
      <FailureNote of={look.failure} />
    </section>
  );
}

function LastLook({ view: { looked } }: { view: Updates }) {
  const { t, language, format } = useLanguage();
  if (looked === undefined) return <p>{t('updates.none')}</p>;
  const when = t('updates.looked', { when: format.dateTime(looked.at) });
  if (looked.why === undefined)
    return (
      <p>
        {t('updates.current')} {when}
      </p>
    );
  return (
    <Note tone="amber">
      {describeUpdateTrouble(looked.why, language)} {when}
    </Note>
  );
}

function Offered({ view, offer }: { view: Updates; offer: Offer }) {
  const { t, language, format } = useLanguage();
  return (
    <>
      <h3 className={styles.version}>{t('updates.offered', { version: offer.version })}</h3>
      <p className={common.soft}>
        {t('updates.facts', { size: format.size(offer.bytes), when: format.dateTime(offer.since) })}{' '}
        {offer.stage < 100 && t('updates.stage', { percent: offer.stage })}
      </p>
      {offer.folder !== undefined && (
        <p className={common.soft}>
          {t('updates.fromFolder')} <bdi dir="ltr">{offer.folder}</bdi>
        </p>
      )}
      {offer.isOlder && <Note tone="amber">{t('updates.older')}</Note>}
      <p className={styles.notes}>{offer.notes[language]}</p>
      <Install view={view} offer={offer} />
    </>
  );
}

function Install({ view, offer }: { view: Updates; offer: Offer }) {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('update.install');
  if (view.way === 'none') return <p>{t('updates.cannot')}</p>;
  if (view.way === 'system')
    return (
      <>
        <p>{t(view.command === undefined ? 'updates.byPackages' : 'updates.byCommand')}</p>
        {view.command !== undefined && (
          <code dir="ltr" className={styles.command}>
            {view.command}
          </code>
        )}
      </>
    );
  const { from, to } = view.night;
  return (
    <>
      {offer.tonight && <Note tone="amber">{t('updates.isTonight', { from, to })}</Note>}
      {view.wait !== undefined && <Note tone="amber">{describeUpdateWait(view.wait, language)}</Note>}
      <div className={common.buttons}>
        <Button size="xl" aria-disabled={busy} onClick={() => void run({ when: 'now' })}>
          {t(busy ? 'updates.installing' : 'updates.installNow')}
        </Button>
        {view.isSilent && (
          <Button
            size="xl"
            variant="default"
            aria-disabled={busy}
            onClick={() => void run({ when: offer.tonight ? 'not' : 'tonight' })}
          >
            {t(offer.tonight ? 'updates.notTonight' : 'updates.tonight')}
          </Button>
        )}
      </div>
      <p className={common.soft}>{t('updates.nowHint')}</p>
      <FailureNote of={failure} />
    </>
  );
}
