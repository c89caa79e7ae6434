import { useState } from 'react';
import type { ArticleGroup } from '../../../../shared/contract/till/articles.ts';
import { nameInDocument, namesIn } from '../../../../shared/sale/article.ts';
import { standardVat } from '../../../../shared/sale/sale-line.ts';
import { withoutThousands } from '../../../../shared/values/arabic-digits.ts';
import { inOneText } from '../../../../shared/words/both.ts';
import { documentTexts } from '../../../../shared/words/document-texts.ts';
import common from '../../../ui/components/common.module.css';
import { Field } from '../../../ui/components/forms/field.tsx';
import shades from '../../../ui/components/marks/shades.module.css';
import { NumberPad } from '../../../ui/components/pad/number-pad.tsx';
import { pressPadKey } from '../../../ui/components/pad/pad-key.ts';
import { useNameOf } from '../../../ui/components/use-name-of.ts';
import { Written } from '../../../ui/components/written.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { withHalalas } from '../../../ui/language/read-amount.ts';
import { newLine } from '../../cart/draft.ts';
import { vatOfLine } from '../known-items/take-item.ts';
import { openAmountField, openAmountMessage } from '../padded-fields.ts';
import styles from './tiles.module.css';
import type { OpenAmount } from './use-open-amount.ts';
import { useTakeLine } from './use-take-tile.ts';

interface OpenItemProps {
  readonly amount: OpenAmount;
  readonly groups: readonly ArticleGroup[];
  readonly onTaken: (key: string) => void;
}

/** The goods that are on no list, sold by their amount. Name and VAT are those of a group. */
export function OpenItem({ amount, groups, onTaken }: OpenItemProps) {
  const { t } = useLanguage();
  const nameOf = useNameOf();
  const take = useTakeLine(onTaken);
  const [wanted, setWanted] = useState<string>();
  const sundries = {
    id: 'sundries',
    ...namesIn(inOneText(documentTexts.sundries)),
    vat: standardVat,
    colour: undefined,
  };
  const choices = groups.length > 0 ? groups : [sundries];
  const chosen = choices.find(({ id }) => id === wanted) ?? choices[0] ?? sundries;
  const typed = withoutThousands(amount.typed).trim();
  const isAmount = /^\d{1,12}(\.\d{0,2})?$/.test(typed) && Number(typed) > 0;
  const add = () => {
    if (!isAmount) return;
    take({
      ...newLine(),
      name: nameInDocument(chosen),
      price: withHalalas(typed),
      ...vatOfLine(chosen.vat ?? standardVat),
    });
    amount.change(() => '');
  };
  return (
    <div className={styles.open}>
      <div className={`${common.row} ${styles.what}`}>
        <Field
          id={openAmountField}
          amount
          className={styles.amount}
          messageId={openAmountMessage}
          label={t('tiles.amount')}
          placeholder="0.00"
          inputMode="none"
          value={amount.typed}
          error={amount.isForgotten ? t('tiles.notAdded') : undefined}
          onText={(text) => amount.change(() => text)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (!event.repeat) add();
          }}
        />
        <fieldset className={styles.tabs} aria-label={t('tiles.soldAs')}>
          {choices.map((group) => (
            <button
              key={group.id}
              type="button"
              className={`${styles.tab} ${shades.shade}`}
              data-colour={group.colour}
              aria-pressed={group.id === chosen.id}
              onClick={() => setWanted(group.id)}
            >
              <Written text={nameOf(group)} />
            </button>
          ))}
        </fieldset>
      </div>
      <div className={styles.pad}>
        <NumberPad
          onKey={(key) => amount.change((before) => pressPadKey(before, key))}
          onEnter={add}
          enterLabel={t('tiles.add')}
        />
      </div>
    </div>
  );
}
