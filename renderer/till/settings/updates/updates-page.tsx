import { Button } from '@mantine/core';
import type { Updates } from '../../../../shared/contract/terminal/updates.ts';
import { describeUpdateTrouble } from '../../../../shared/words/updates.ts';
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
import styles from '../maintenance/maintenance-page.module.css';
import { UpdateOffer } from './update-offer.tsx';
import { UpdateSettingsForm } from './update-settings.tsx';

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
    <form className={`${section.section} ${styles.section}`} onSubmit={form.onSubmit} noValidate>
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
