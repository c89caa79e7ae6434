import { useLanguage } from '../language/language.tsx';
import { useTerminalQuery } from '../terminal/use-terminal-query.ts';
import { CopyLine } from './copy-line.tsx';
import page from './page.module.css';

/** The address and the page of training's authority, for who works on another program. */
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
      {isMoving && <p className={page.lead}>{t('practice.fixedPort', { port: String(data.port) })}</p>}
    </section>
  );
}
