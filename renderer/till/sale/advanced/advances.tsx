import { ActionIcon, Button, Flex } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Result } from '../../../../shared/failure.ts';
import type { Advance } from '../../../../shared/stored/basket/advanced.ts';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import common from '../../../ui/components/common.module.css';
import { Field } from '../../../ui/components/forms/field.tsx';
import { Money } from '../../../ui/components/tables/money.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalAsk } from '../../../ui/terminal/use-terminal-query.ts';
import { advanceOf } from '../../cart/advance-of.ts';
import { fieldIds } from '../../cart/sale-of-draft.ts';
import { useScans } from '../../scanner/scanner.tsx';
import styles from './advanced-panel.module.css';

interface AdvancesProps {
  readonly advances: readonly Advance[];
  readonly error: string | undefined;
  readonly onChange: (advances: Advance[]) => void;
}

export function Advances({ advances, error, onChange }: AdvancesProps) {
  const { t, language } = useLanguage();
  const findAdvance = useFindAdvance();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string>();
  const isLooking = useRef(false);

  /** Adds the advance with this number or QR code; false when there is none. */
  const find = async (typed: string): Promise<boolean> => {
    if (typed === '' || isLooking.current) return false;
    isLooking.current = true;
    const found = await findAdvance(typed);
    isLooking.current = false;
    const advance = found.ok ? found.value : undefined;
    if (advance === undefined) {
      setWrong(found.ok ? t('special.noAdvance') : describeFailure(found.failure, language));
      return false;
    }
    onChange([...advances.filter(({ uuid }) => uuid !== advance.uuid), advance]);
    setText('');
    setWrong(undefined);
    return true;
  };
  const field = fieldIds.advanced('advance');
  useScans(async (code) => ((await find(code)) ? 'known' : 'unknown'), field);

  return (
    <div>
      <form
        className={styles.find}
        onSubmit={(event) => {
          event.preventDefault();
          void find(withLatinNumbers(text).trim());
        }}
      >
        <Field
          id={field}
          dir="ltr"
          label={t('special.advanceNumber')}
          value={text}
          error={wrong ?? error}
          onText={(next) => {
            setText(next);
            setWrong(undefined);
          }}
        />
        <Button type="submit" variant="default" className={common.below}>
          {t('special.deduct')}
        </Button>
      </form>
      <ul className={common.bare}>
        {advances.map(({ uuid, number, payable }) => (
          <Flex component="li" key={uuid} wrap="wrap" gap="0 1rem" align="center">
            <bdi dir="ltr">{number}</bdi>
            <Money amount={payable} />
            <ActionIcon
              aria-label={t('special.removeAdvance', { number })}
              onClick={() => onChange(advances.filter((each) => each.uuid !== uuid))}
            >
              <IconX size={20} aria-hidden />
            </ActionIcon>
          </Flex>
        ))}
      </ul>
    </div>
  );
}

/**
 * Returns a function that finds the prepayment invoice with this number or QR code; it resolves to undefined for any
 * other kind of document.
 */
function useFindAdvance(): (text: string) => Promise<Result<Advance | undefined>> {
  const findInvoice = useTerminalAsk('invoice.find');
  const getInvoice = useTerminalAsk('invoice.get');
  const getSale = useTerminalAsk('invoice.sale');
  return async (text) => {
    const row = await findInvoice({ text });
    if (!row.ok) return row;
    const { uuid } = row.value;
    const [detail, sale] = await Promise.all([getInvoice({ uuid }), getSale({ uuid })]);
    if (!detail.ok) return detail;
    return sale.ok ? { ok: true, value: advanceOf(detail.value, sale.value) } : sale;
  };
}
