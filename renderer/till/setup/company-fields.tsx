import { NativeSelect, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { isVatGroup } from '../../../shared/company.ts';
import { sellerSchemes } from '../../../shared/sale/party.ts';
import common from '../../ui/components/common.module.css';
import { Choice } from '../../ui/components/forms/choice.tsx';
import { Field } from '../../ui/components/forms/field.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import styles from './company-fields.module.css';
import type { FieldPath } from './company-form.ts';
import type { CompanyFields } from './use-company-form.ts';

export function SellerFields({ fields }: { fields: CompanyFields }) {
  const { t } = useLanguage();
  const text = useTextField(fields);
  const scheme = 'identification.scheme';
  return (
    <div className={styles.grid}>
      <Field className={styles.twelve} {...text('name', t('setup.company.name'))} />
      <Field
        className={common.six}
        {...text('vatNumber', t('sale.vatNumber'), 15)}
        placeholder="3•••••••••••••3"
        dir="ltr"
      />
      <p className={styles.aside}>{isVatGroup(fields.form.vatNumber) && t('setup.company.group')}</p>
      <NativeSelect
        className={common.six}
        classNames={{ label: common.label, input: styles.select }}
        label={t('setup.company.scheme')}
        value={fields.form[scheme]}
        disabled={fields.isFixed(scheme)}
        onChange={(event) => fields.change(scheme, event.currentTarget.value)}
        data={sellerSchemes.map((value) => ({ value, label: t(`setup.company.schemes.${value}`) }))}
      />
      <Field
        className={common.six}
        {...text('identification.value', t('setup.company.identification'))}
        dir="ltr"
      />
      <Field className={styles.eight} {...text('address.street', t('sale.street'))} />
      <Field className={common.four} {...text('address.building', t('sale.building'), 4)} dir="ltr" />
      <Field className={common.four} {...text('address.district', t('sale.district'))} />
      <Field className={common.four} {...text('address.city', t('sale.city'))} />
      <Field className={common.four} {...text('address.postalCode', t('sale.postalCode'), 5)} dir="ltr" />
    </div>
  );
}

export function TerminalFields({ fields }: { fields: CompanyFields }) {
  const { t } = useLanguage();
  const text = useTextField(fields);
  const isGroup = isVatGroup(fields.form.vatNumber);
  const documentTypes = 'certificate.documentTypes';
  const prefix = fields.form['terminal.numberPrefix'];
  return (
    <div className={styles.grid}>
      <Field className={common.six} {...text('certificate.organization', t('setup.terminal.organization'))} />
      <Field
        className={common.six}
        {...text(
          'certificate.organizationUnit',
          t(isGroup ? 'setup.terminal.member' : 'setup.terminal.unit'),
          isGroup ? 10 : undefined,
        )}
      />
      <Field
        className={common.six}
        {...text('certificate.address', t('setup.terminal.address'))}
        placeholder={t('setup.terminal.addressHint')}
      />
      <Field
        className={common.six}
        {...text('certificate.category', t('setup.terminal.category'))}
        placeholder={t('setup.terminal.categoryHint')}
      />
      <div className={styles.twelve}>
        <p className={common.label} aria-hidden>
          {t('setup.terminal.documents')} {fields.isFixed(documentTypes) && <Lock />}
        </p>
        <Choice
          className={styles.choice}
          aria-label={t('setup.terminal.documents')}
          value={fields.form[documentTypes]}
          disabled={fields.isFixed(documentTypes)}
          onChange={(value) => fields.change(documentTypes, value)}
          data={(['0100', '1000', '1100'] as const).map((value) => ({
            value,
            label: t(`setup.terminal.documentTypes.${value}`),
          }))}
        />
      </div>
      <div className={common.six}>
        <Field
          {...text('terminal.numberPrefix', t('setup.terminal.prefix'), 12)}
          placeholder={t('setup.terminal.prefixHint')}
          dir="ltr"
        />
        <Text inherit lh={1.5} c="dimmed">
          {prefix !== '' &&
            !fields.isFixed('terminal.numberPrefix') &&
            t('setup.terminal.number', { number: `\u2066${prefix}-000001\u2069` })}
        </Text>
      </div>
      <Field
        className={common.six}
        {...text('terminal.serial', t('setup.terminal.serial'), 43)}
        placeholder={t('setup.terminal.serialHint')}
        dir="ltr"
      />
    </div>
  );
}

/** Returns the properties of a text field; a fixed field shows a lock and gives the reason in its tooltip. */
function useTextField(fields: CompanyFields) {
  const { t } = useLanguage();
  return (path: FieldPath, label: string, digits?: number) => ({
    ...fields.field(path),
    label: fields.isFixed(path) ? (
      <>
        {label} <Lock />
      </>
    ) : (
      label
    ),
    title: fields.isFixed(path) ? t('setup.company.fixed') : undefined,
    ...(digits !== undefined && { maxLength: digits }),
    ...(digits !== undefined && path !== 'terminal.serial' && path !== 'terminal.numberPrefix'
      ? { inputMode: 'numeric' as const }
      : {}),
  });
}

function Lock() {
  const { t } = useLanguage();
  return (
    <>
      <IconLock size={18} className={styles.lock} aria-hidden />
      <span className="visually-hidden">({t('setup.company.fixed')})</span>
    </>
  );
}
