import common from '../../../ui/components/common.module.css';
import { useLanguage } from '../../../ui/language/language.tsx';
import { hashOf } from '../../../ui/page/route.ts';

export function ToApi() {
  const { t } = useLanguage();
  return (
    <a className={common.link} href={hashOf({ screen: 'settings', page: 'integrations', section: 'api' })}>
      {t('integrations.programs.toApi')}
    </a>
  );
}
