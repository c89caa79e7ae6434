import { Text, UnstyledButton } from '@mantine/core';
import { saleKinds } from '../../../../shared/sale/sale.ts';
import {
  type AdvancedField,
  chargeCodes,
  type DraftAdvanced,
} from '../../../../shared/stored/basket/advanced.ts';
import { documentTexts } from '../../../../shared/words/document-texts.ts';
import common from '../../../ui/components/common.module.css';
import { Choice } from '../../../ui/components/forms/choice.tsx';
import { DayField } from '../../../ui/components/forms/day-field.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import { SelectField } from '../../../ui/components/forms/select-field.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useCart } from '../../cart/cart.tsx';
import { changeAdvanced, currencyOf } from '../../cart/draft.ts';
import { has, isNote, offered, toggle } from '../../cart/draft-advanced.ts';
import type { MessageOf } from '../../cart/message.ts';
import { fieldIds } from '../../cart/sale-of-draft.ts';
import styles from './advanced-panel.module.css';
import { Advances } from './advances.tsx';

export function AdvancedPanel({ messageOf }: { messageOf: MessageOf }) {
  const { t, words, format, language } = useLanguage();
  const { draft, edit, touch } = useCart();
  const { advanced } = draft;
  const change = (part: Partial<DraftAdvanced>) => edit((now) => changeAdvanced(now, part));
  const field = (name: AdvancedField) => ({
    id: fieldIds.advanced(name),
    label: t(`special.${name}`),
    value: advanced[name],
    error: messageOf(fieldIds.advanced(name)),
    onText: (text: string) => change({ [name]: text }),
    onBlur: () => {
      if (advanced[name] !== '') touch(fieldIds.advanced(name));
    },
  });
  const reasonError = messageOf(fieldIds.advanced('reason'));
  const extrasError = messageOf(fieldIds.advanced('extras'));

  return (
    <section className={styles.panel} aria-label={t('special.title')}>
      <Choice
        fullWidth
        aria-label={t('special.kind')}
        value={advanced.kind}
        onChange={(kind) => change({ kind })}
        data={saleKinds.map((kind) => ({ value: kind, label: words.kinds[kind] }))}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend has no place here */}
      <div
        className={common.row}
        role="group"
        aria-label={t('special.extras')}
        id={fieldIds.advanced('extras')}
        tabIndex={-1}
      >
        {offered(advanced).map((extra) => (
          <UnstyledButton
            key={extra}
            className={`${common.pressed} ${styles.extra}`}
            aria-pressed={has(advanced, extra)}
            onClick={() => edit((now) => ({ ...now, advanced: toggle(now.advanced, extra) }))}
          >
            {t(`special.on.${extra}`)}
          </UnstyledButton>
        ))}
      </div>
      {extrasError !== undefined && (
        <Text inherit c="var(--red)">
          {extrasError}
        </Text>
      )}
      <div className={styles.fields}>
        {isNote(advanced) && (
          <>
            <Field className={styles.six} dir="ltr" {...field('correctsNumber')} />
            <DayField className={styles.six} {...field('correctsDate')} />
            <Field
              className={styles.twelve}
              {...field('reason')}
              error={
                reasonError === undefined || advanced.reason !== '' ? reasonError : words.issues.required
              }
            />
          </>
        )}
        {(has(advanced, 'supplyDate') || has(advanced, 'summary')) && (
          <>
            <DayField className={`${styles.six} ${styles.first}`} {...field('supplyDate')} />
            <DayField className={styles.six} {...field('supplyEndDate')} />
          </>
        )}
        {has(advanced, 'currency') && (
          <>
            <Field
              className={`${styles.three} ${styles.first}`}
              dir="ltr"
              maxLength={3}
              placeholder="USD"
              {...field('currency')}
            />
            <Field className={styles.three} amount placeholder="3.75" {...field('exchangeRate')} />
          </>
        )}
        {has(advanced, 'charge') && (
          <>
            <SelectField
              className={`${styles.six} ${styles.first}`}
              label={t('special.chargeFor')}
              value={advanced.chargeCode}
              onChange={(chargeCode) => change({ chargeCode })}
              options={chargeCodes.map((value) => ({
                value,
                label: documentTexts.charges[value][language],
              }))}
            />
            <Field className={styles.three} amount placeholder="0" {...field('charge')} />
            <div className={styles.three}>
              <p className={common.label} aria-hidden>
                {t('special.chargeKind')}
              </p>
              <Choice
                fullWidth
                aria-label={t('special.chargeKind')}
                value={advanced.chargeKind}
                onChange={(chargeKind) => change({ chargeKind })}
                data={[
                  { value: 'amount', label: format.currency(currencyOf(draft)) },
                  { value: 'percent', label: '%' },
                ]}
              />
            </div>
            <Field className={styles.twelve} {...field('chargeReason')} />
          </>
        )}
        {has(advanced, 'notes') && (
          <>
            <Field className={`${styles.six} ${styles.first}`} {...field('note')} />
            {!isNote(advanced) && <Field className={styles.six} {...field('instruction')} />}
            <Field className={styles.four} {...field('terms')} />
            <Field className={styles.four} dir="ltr" {...field('orderReference')} />
            <Field className={styles.four} dir="ltr" {...field('contractReference')} />
          </>
        )}
        {has(advanced, 'rounding') && (
          <Field
            className={`${styles.three} ${styles.first}`}
            dir="ltr"
            inputMode="decimal"
            placeholder="-0.02"
            {...field('rounding')}
          />
        )}
      </div>
      {has(advanced, 'advance') && advanced.kind === 'invoice' && (
        <Advances
          advances={advanced.advances}
          error={messageOf(fieldIds.advanced('advance'))}
          onChange={(advances) => change({ advances })}
        />
      )}
    </section>
  );
}
