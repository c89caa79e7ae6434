import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLanguage } from '../../language/language.tsx';
import { keys, useKeys } from '../../page/keys.ts';
import { go, hashOf, type IntegrationSection } from '../../page/route.ts';
import common from '../common.module.css';
import { LoadError } from '../load-error.tsx';
import page from './page.module.css';
import styles from './section-page.module.css';

interface SectionPageProps {
  readonly title: string;
  readonly lead: string;
  /** The section that the back link leads to; the list of all sections by default. */
  readonly from?: IntegrationSection;
  readonly error?: Error | null;
  readonly children: ReactNode;
}

export function SectionPage({ title, lead, from, error = null, children }: SectionPageProps) {
  const { t } = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  const back = { screen: 'settings', page: 'integrations', section: from } as const;
  useKeys({ [keys.back]: () => go(back) });
  // Focuses the heading, so that a screen reader announces the page.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={page.page}>
      <div className={page.inner}>
        <a className={styles.back} href={hashOf(back)}>
          <IconArrowLeft size={20} className={common.mirrored} aria-hidden />
          {from === undefined ? t('integrations.title') : t(`integrations.section.${from}.title`)}
        </a>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <p className={page.lead}>{lead}</p>
        {error && <LoadError error={error} />}
        {children}
      </div>
    </div>
  );
}
