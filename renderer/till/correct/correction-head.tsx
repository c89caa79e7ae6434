import { Button } from '@mantine/core';
import { IconPencilExclamation } from '@tabler/icons-react';
import common from '../../ui/components/common.module.css';
import { useLanguage } from '../../ui/language/language.tsx';
import { hashOf } from '../../ui/page/route.ts';
import type { Draft } from '../cart/draft.ts';
import styles from './correction-head.module.css';
import { Reasons } from './reasons.tsx';
import { useInvoice } from './use-invoice.ts';

interface CorrectionHeadProps {
  readonly correction: NonNullable<Draft['correction']>;
  readonly onLeave: () => void;
}

export function CorrectionHead({ correction: { uuid, number }, onLeave }: CorrectionHeadProps) {
  const { t } = useLanguage();
  const invoice = useInvoice(uuid);
  return (
    <section className={styles.head} aria-label={t('correct.title', { number })}>
      <IconPencilExclamation size={26} className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <h2 className={styles.title}>{t('correct.title', { number: `\u2068${number}\u2069` })}</h2>
        {invoice && <Reasons invoice={invoice} />}
        <p className={styles.lead}>{t('correct.lead')}</p>
        <div className={common.actions}>
          <Button variant="default" onClick={onLeave}>
            {t('correct.leave')}
          </Button>
          <Button variant="subtle" color="gray" component="a" href={hashOf({ screen: 'invoice', uuid })}>
            {t('correct.toOriginal')}
          </Button>
        </div>
      </div>
    </section>
  );
}
