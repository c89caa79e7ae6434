import { NativeSelect } from '@mantine/core';
import styles from './field.module.css';

interface SelectFieldProps<Value extends string> {
  readonly id?: string;
  readonly label: string;
  readonly className?: string | undefined;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { className, options, onChange, ...rest } = props;
  return (
    <NativeSelect
      className={[styles.field, className].join(' ')}
      classNames={{ label: styles.label, input: styles.input }}
      data={[...options]}
      onChange={(event) => {
        const chosen = options.find(({ value }) => value === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      {...rest}
    />
  );
}
