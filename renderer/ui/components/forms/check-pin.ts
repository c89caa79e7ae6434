import { fewestDigits, isPin, isWeakPin } from '../../../../shared/values/pin.ts';
import { useLanguage } from '../../language/language.tsx';

export function usePinCheck(): (
  pin: string,
  again: string,
  fewest?: number,
) => { pin: string | undefined; again: string | undefined } {
  const { t, words } = useLanguage();
  const wrongPin = (pin: string, fewest: number) => {
    if (!isPin(pin, fewest)) return t('setup.manager.digits', { fewest });
    return isWeakPin(pin) ? words.issues['weak-pin'] : undefined;
  };
  return (pin, again, fewest = fewestDigits) => ({
    pin: wrongPin(pin, fewest),
    again: again === pin ? undefined : t('setup.manager.differ'),
  });
}
