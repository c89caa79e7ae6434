import { Confirm } from '../components/confirm.tsx';
import { useLanguage } from '../language/language.tsx';

export interface SecondSecretProps {
  /** The secret of the webhooks that leave, or of the events that come in. */
  readonly of: 'webhooks' | 'inbound';
  readonly busy: { readonly finish: boolean; readonly make: boolean };
  readonly onFinish: () => void;
  readonly onMake: () => void;
}

/** The ways on from a change of secrets: the second one alone from now on, or another in its place because it got lost. */
export function SecondSecret({ of, busy, onFinish, onMake }: SecondSecretProps) {
  const { t } = useLanguage();
  return (
    <>
      <Confirm
        label={t('integrations.webhooks.finish')}
        question={t(`integrations.${of}.finishSure`)}
        tone="plain"
        busy={busy.finish}
        onConfirm={onFinish}
      />
      <Confirm
        label={t(`integrations.${of}.rotateAgain`)}
        question={t(`integrations.${of}.rotateAgainSure`)}
        tone="plain"
        busy={busy.make}
        onConfirm={onMake}
      />
    </>
  );
}
