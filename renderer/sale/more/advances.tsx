import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { FailureError } from '../../../shared/failure.ts';
import { describeFailure } from '../../../shared/words/index.ts';
import { ask, useClient } from '../../client.tsx';
import { latinDigits } from '../../format.ts';
import { useLanguage } from '../../language.tsx';
import { Field } from '../../parts/field.tsx';
import { Money } from '../../parts/money.tsx';
import { fieldIds } from '../sale-of-draft.ts';
import { advanceOf } from './advance-of.ts';
import type { Advance } from './draft-more.ts';
import styles from './more-panel.module.css';

interface AdvancesProps {
  readonly advances: readonly Advance[];
  readonly error: string | undefined;
  readonly onChange: (advances: Advance[]) => void;
}

/** The prepayment invoices that the final invoice deducts, found by their numbers or QR codes. */
export function Advances({ advances, error, onChange }: AdvancesProps) {
  const { t, language } = useLanguage();
  const client = useClient();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string>();
  const isLooking = useRef(false);

  const find = async () => {
    const typed = latinDigits(text).trim();
    if (typed === '' || isLooking.current) return;
    isLooking.current = true;
    try {
      const { uuid } = await ask(client, 'invoice.find', { text: typed });
      const [detail, sale] = await Promise.all([
        ask(client, 'invoice.get', { uuid }),
        ask(client, 'invoice.sale', { uuid }),
      ]);
      const advance = advanceOf(detail, sale);
      if (advance === undefined) setWrong(t('special.noAdvance'));
      else {
        onChange([...advances.filter((each) => each.uuid !== uuid), advance]);
        setText('');
        setWrong(undefined);
      }
    } catch (failed) {
      setWrong(
        describeFailure(failed instanceof FailureError ? failed.failure : { code: 'internal' }, language),
      );
    } finally {
      isLooking.current = false;
    }
  };

  return (
    <div>
      <form
        className={styles.find}
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <Field
          id={fieldIds.more('advance')}
          dir="ltr"
          label={t('special.advanceNumber')}
          value={text}
          error={wrong ?? error}
          onText={(next) => {
            setText(next);
            setWrong(undefined);
          }}
        />
        <Button type="submit" variant="default" className={styles.add}>
          {t('special.deduct')}
        </Button>
      </form>
      <ul className={styles.advances}>
        {advances.map(({ uuid, number, payable }) => (
          <li key={uuid} className={styles.advance}>
            <bdi dir="ltr">{number}</bdi>
            <Money amount={payable} />
            <ActionIcon
              aria-label={t('special.removeAdvance', { number })}
              onClick={() => onChange(advances.filter((each) => each.uuid !== uuid))}
            >
              <IconX size={20} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </div>
  );
}
