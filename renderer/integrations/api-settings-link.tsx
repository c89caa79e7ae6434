import common from '../components/common.module.css';
import { useLanguage } from '../language/language.tsx';
import { hashOf } from '../page/route.ts';

export function ToApi() {
  const { t } = useLanguage();
  return (
    <a className={common.link} href={hashOf({ screen: 'settings', page: 'integrations', section: 'api' })}>
      {t('integrations.programs.toApi')}
    </a>
  );
}
