import { SegmentedControl, type SegmentedControlProps } from '@mantine/core';
import { useLanguage } from '../../language/language.tsx';

/**
 * A choice of one option among a few, side by side. A change of language remounts it: the highlight of the chosen
 * option has a position in pixels and would stay where it was in the other direction.
 */
export function Choice<Value extends string>(props: SegmentedControlProps<Value>) {
  const { language } = useLanguage();
  return <SegmentedControl key={language} {...props} />;
}
