import { Box } from '@mantine/core';
import type { FlowKind } from '../../../../shared/contract/terminal/credentials.ts';
import type { Environment } from '../../../../shared/status.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { PortalPicture } from './portal-picture.tsx';
import styles from './steps.module.css';

export function CodeGuide({ environment, kind }: { environment: Environment; kind: FlowKind }) {
  const { t } = useLanguage();
  const tile = t(kind === 'renewal' ? 'setup.code.tileRenewal' : 'setup.code.tile');
  return (
    <section aria-label={t('setup.code.where')}>
      <Box component="ol" m="0 0 0.5rem" ps="1.5rem" lh={1.6}>
        <li>
          {t(environment === 'production' ? 'setup.code.productionFirst' : 'setup.code.simulationFirst')}
        </li>
        <li>{t('setup.code.choose', { tile })}</li>
        <li>{t('setup.code.generate', { button: t('setup.code.button') })}</li>
        <li>{t('setup.code.read')}</li>
      </Box>
      <PortalPicture tile={tile} className={styles.picture} />
    </section>
  );
}
