import { useState } from 'react';
import { shortestPassphrase } from '../../shared/vault.ts';
import { Field } from '../components/field.tsx';
import { useLanguage } from '../language.tsx';
import styles from './steps.module.css';

export interface TypedPassphrase {
  readonly first: string;
  readonly again: string;
}

export const isSamePassphrase = ({ first, again }: TypedPassphrase) => first === again;

interface PassphraseFieldsProps {
  readonly value: TypedPassphrase;
  readonly attempted: boolean;
  onChange(value: TypedPassphrase): void;
}

/** A passphrase typed twice; it is never kept outside this window. */
export function PassphraseFields({ value, attempted, onChange }: PassphraseFieldsProps) {
  const { t } = useLanguage();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const leave = (field: string) => setLeft(new Set([...left, field]));
  const isShort = value.first.length < shortestPassphrase;
  return (
    <div className={styles.narrow}>
      <Field
        id="passphrase-first"
        type="password"
        dir="auto"
        label={t('setup.passphrase.field')}
        value={value.first}
        error={(attempted || left.has('first')) && isShort ? t('setup.passphrase.short') : undefined}
        onText={(first) => onChange({ ...value, first })}
        onBlur={() => value.first !== '' && leave('first')}
      />
      <Field
        id="passphrase-again"
        type="password"
        dir="auto"
        label={t('setup.passphrase.again')}
        value={value.again}
        error={
          (attempted || left.has('again')) && !isSamePassphrase(value)
            ? t('setup.passphrase.differ')
            : undefined
        }
        onText={(again) => onChange({ ...value, again })}
        onBlur={() => value.again !== '' && leave('again')}
      />
    </div>
  );
}
