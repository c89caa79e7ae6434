import { SegmentedControl, type SegmentedControlProps } from '@mantine/core';
import { useLanguage } from '../language/language.tsx';

/**
 * One of a few, side by side. Made anew when the language changes: the mark of the chosen one is placed in pixels and
 * would stay where it stood in the other direction.
 */
export function Choice<Value extends string>(props: SegmentedControlProps<Value>) {
  const { language } = useLanguage();
  return <SegmentedControl key={language} {...props} />;
}
