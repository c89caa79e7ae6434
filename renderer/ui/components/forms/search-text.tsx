import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { Field, type FieldProps } from './field.tsx';

/** The number of milliseconds without a key before a search starts. */
export const searchPause = 120;

interface SearchTextProps extends Pick<FieldProps, 'label' | 'className' | 'autoFocus'> {
  onSearch(text: string): void;
}

export function SearchText({ onSearch, ...field }: SearchTextProps) {
  const [typed, setTyped] = useState('');
  const search = useDebouncedCallback(onSearch, searchPause);
  return (
    <Field
      {...field}
      dir="auto"
      value={typed}
      error={undefined}
      onText={(text) => {
        setTyped(text);
        search(text);
      }}
    />
  );
}
