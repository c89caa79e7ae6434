import { useId } from 'react';
import styles from './options.module.css';

interface OptionsProps<Value extends string> {
  readonly label: string;
  readonly value: Value | '';
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  /** The id of the first option, for messages that focus it. */
  readonly id?: string;
}

/** A choice of one option among several with long labels: each is a large button, and arrow keys move between them. */
export function Options<Value extends string>({ label, value, options, onChange, id }: OptionsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option, index) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            {...(index === 0 && id !== undefined && { id })}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
