import { Button } from '@mantine/core';
import { useState } from 'react';
import type { BookBuyer } from '../../../../shared/contract/till/buyers.ts';
import { SearchText } from '../../../ui/components/forms/search-text.tsx';
import entries from '../../../ui/components/layout/entries.module.css';
import page from '../../../ui/components/layout/page.module.css';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { BuyerName } from './buyer-name.tsx';
import styles from './buyers-page.module.css';

const shown = 6;

export function BuyerMerge({ of: { key, buyer }, onClose }: { of: BookBuyer; onClose(): void }) {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('buyer.merge');
  const [text, setText] = useState('');
  const { data } = useTerminalQuery('buyer.list', text.trim() === '' ? undefined : { text }, {
    keepsPrevious: true,
  });
  const others = (data?.buyers ?? []).filter((one) => one.key !== key).slice(0, shown);
  const merge = async (into: string) => {
    const done = await run({ key, into });
    if (done?.ok) onClose();
  };
  return (
    <div className={entries.inside}>
      <p className={page.lead}>{t('buyers.mergeLead', { name: buyer.name })}</p>
      <ProblemNote of={failure} />
      <SearchText label={t('buyers.mergeInto')} autoFocus onSearch={setText} />
      {others.length > 0 && (
        <ul className={entries.rows}>
          {others.map((one) => (
            <li key={one.key} className={styles.row}>
              <BuyerName of={one} />
              <Button
                aria-disabled={busy}
                aria-label={t('buyers.chooseOf', { name: one.buyer.name })}
                onClick={() => void merge(one.key)}
              >
                {t('buyers.choose')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button variant="default" onClick={onClose}>
        {t('buyers.cancel')}
      </Button>
    </div>
  );
}
