import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLanguage } from '../language/language.tsx';
import { CopyLine } from './copy-line.tsx';
import styles from './secret-once.module.css';

interface SecretOnceProps {
  readonly title: string;
  readonly secret: string | undefined;
  readonly children?: ReactNode;
  onDone(): void;
}

/**
 * A secret that was just created, to be copied now. The caller keeps it in its own state, so it disappears when the
 * caller closes.
 */
export function SecretOnce({ title, secret, children, onDone }: SecretOnceProps) {
  const { t } = useLanguage();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <section ref={section} className={styles.panel} aria-label={title}>
      <h3 className={styles.title}>
        <IconKey size={24} stroke={1.75} aria-hidden />
        {title}
      </h3>
      {secret !== undefined && <p className={styles.warning}>{t('integrations.secret.once')}</p>}
      {secret !== undefined && <CopyLine label={t('integrations.secret.label')} value={secret} />}
      {children}
      <Button mt="lg" onClick={onDone} autoFocus>
        {t(secret === undefined ? 'app.done' : 'integrations.secret.kept')}
      </Button>
    </section>
  );
}
