import { Button, Flex } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import type {
  CredentialView,
  FlowKind,
  RejectionCause,
} from '../../../../shared/contract/terminal/credentials.ts';
import { credentialWords } from '../../../../shared/words/credential.ts';
import common from '../../../ui/components/common.module.css';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { go } from '../../../ui/page/route.ts';
import styles from './credential-rejections.module.css';

interface CredentialRejectionsProps {
  readonly credential: CredentialView;
  onNew(kind: Exclude<FlowKind, 'onboarding'>): void;
}

const fixes = {
  'header-malformed': 'reissue',
  'other-environment': 'switchTo',
  'certificate-expired': 'renew',
  'pair-revoked': 'reissue',
  'not-permitted': 'reissue',
} as const satisfies Record<RejectionCause, string>;

export function CredentialRejections({ credential: { refusals }, onNew }: CredentialRejectionsProps) {
  const { t, language, format } = useLanguage();
  const { lastDay, inARow, last } = refusals;
  if (lastDay === 0 && inARow === 0)
    return (
      <section>
        <h3>{t('settings.rejections.title')}</h3>
        <Flex component="p" align="center" gap="0.5rem" m={0} c="var(--seal)">
          <IconCircleCheckFilled size={20} aria-hidden />
          {t('settings.rejections.none')}
        </Flex>
      </section>
    );
  const fix = last && fixes[last.cause];
  const press = () => {
    if (fix === 'switchTo') go({ screen: 'settings', page: 'environments' });
    else if (fix !== undefined) onNew(fix === 'renew' ? 'renewal' : 'reissue');
  };
  const count = t('settings.rejections.count', { count: lastDay });
  return (
    <section>
      <h3>{t('settings.rejections.title')}</h3>
      {inARow > 0 && last !== undefined ? (
        <Note tone="red">
          <p className={styles.count}>{count}</p>
          <p>{credentialWords[language].causes[last.cause]}</p>
          <p>{t('settings.rejections.paused')}</p>
          <Flex wrap="wrap" align="center" gap="md" mt="sm">
            {fix && (
              <Button color="var(--red)" variant="outline" onClick={press}>
                {t(`settings.rejections.${fix}`)}
              </Button>
            )}
            <span>
              {t('settings.rejections.last', {
                time: format.dateTime(last.at),
                status: last.httpStatus,
                code: last.code ?? '',
              })}
            </span>
          </Flex>
        </Note>
      ) : (
        <p className={common.soft}>
          {count}. {t('settings.rejections.over')}
        </p>
      )}
    </section>
  );
}
