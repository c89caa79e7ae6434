import common from '../../ui/components/common.module.css';
import { Sheet } from '../../ui/components/layout/sheet.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';

/** Shows, where no manager is signed in, which apps wait for one, and the managers who can be fetched. */
export function FetchManager() {
  const { t, language } = useLanguage();
  const apps = useTerminalQuery('integration.waiting', {}).data?.apps ?? [];
  const people = useTerminalQuery('people.list', {}).data?.people ?? [];
  const managers = people.filter(({ role }) => role === 'manager').map(({ name }) => `\u2068${name}\u2069`);
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(managers);
  if (apps.length === 0) return null;
  return (
    <Note tone="amber">
      {apps.map((name) => (
        <p key={name} className={common.flush}>
          {t('integrations.approvals.wants', { name })}
        </p>
      ))}
      <p className={common.flush}>{t('integrations.approvals.fetch', { names })}</p>
    </Note>
  );
}

/** The page of a cashier who pressed the notice. */
export function WaitingApps() {
  const { t } = useLanguage();
  const apps = useTerminalQuery('integration.waiting', {}).data?.apps;
  return (
    <Sheet title={t('integrations.approvals.fetchTitle')}>
      {apps?.length === 0 ? <p>{t('integrations.approvals.empty')}</p> : <FetchManager />}
    </Sheet>
  );
}
