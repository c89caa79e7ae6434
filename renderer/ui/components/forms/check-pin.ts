import { isWeakPin } from '../../../../shared/values/pin.ts';
import { useLanguage } from '../../language/language.tsx';

export function usePinCheck(): (
  pin: string,
  again: string,
) => { pin: string | undefined; again: string | undefined } {
  const { t, words } = useLanguage();
  const wrongPin = (pin: string) => {
    if (!/^\d{6,12}$/.test(pin)) return t('setup.manager.digits');
    return isWeakPin(pin) ? words.issues['weak-pin'] : undefined;
  };
  return (pin, again) => ({
    pin: wrongPin(pin),
    again: again === pin ? undefined : t('setup.manager.differ'),
  });
}
