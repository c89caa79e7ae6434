import type { Updates } from '../../../../shared/contract/terminal/updates.ts';
import { describeUpdateTrouble } from '../../../../shared/words/updates.ts';
import page from '../../../ui/components/layout/page.module.css';
import { Page } from '../../../ui/components/layout/page.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { UpdateFolder } from './update-folder.tsx';
import { UpdateOffer } from './update-offer.tsx';
import { UpdateSettingsForm } from './update-settings.tsx';

export function UpdatesPage() {
  const { t } = useLanguage();
  const { data } = useTerminalQuery('update.get', {});
  return (
    <Page title={t('updates.title')}>
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
