import type { SandboxView } from '../../../shared/contract/terminal/practice.ts';
import { useLanguage } from '../language/language.tsx';
import { useTerminalCommand } from '../terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../terminal/use-terminal-query.ts';
import { CopyLine } from './copy-line.tsx';
import forms from './forms/forms.module.css';
import { isPort, PortField } from './forms/port-field.tsx';
import { SaveRow } from './forms/save-row.tsx';
import { useForm } from './forms/use-form.ts';
import page from './layout/page.module.css';
import { ProblemNote } from './marks/failure-note.tsx';

export function SandboxAddress() {
  const { t } = useLanguage();
  const { data } = useTerminalQuery('practice.sandbox', {});
  if (data === undefined) return null;
  const isMoving = data.port !== undefined && new URL(data.page).port !== String(data.port);
  return (
    <section aria-labelledby="sandbox">
      <h3 id="sandbox">{t('practice.sandbox')}</h3>
      <p className={page.lead}>{t('practice.sandboxLead')}</p>
      <CopyLine label={t('practice.page')} value={data.page} />
      <CopyLine label={t('practice.address')} value={data.address} />
      <div className={forms.gap}>
        <PortForm port={data.port} />
      </div>
      {isMoving && <p className={page.lead}>{t('practice.fixedPort', { port: String(data.port) })}</p>}
    </section>
  );
}

function PortForm({ port }: Pick<SandboxView, 'port'>) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('practice.setPort');
  const form = useForm({
    id: 'sandbox',
    initial: { port: port === undefined ? '' : String(port) },
    check: (typed) => ({
      port: typed.port === '' || isPort(typed.port) ? undefined : t('practice.portWrong'),
    }),
    send: (typed) => run(typed.port === '' ? {} : { port: Number(typed.port) }),
  });
  return (
    <form className={forms.form} onSubmit={form.onSubmit} noValidate>
      <div className={forms.fields}>
        <PortField {...form.text('port')} label={t('practice.port')} />
      </div>
      <ProblemNote of={form.failure} />
      <SaveRow busy={busy} isChanged={form.isChanged} isSaved={form.isSaved} />
    </form>
  );
}
