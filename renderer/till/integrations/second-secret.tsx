import { Confirm } from '../../ui/components/press/confirm.tsx';
import { useLanguage } from '../../ui/language/language.tsx';

export interface SecondSecretProps {
  /** The secret of the webhooks that leave, or of the events that come in. */
  readonly of: 'webhooks' | 'inbound';
  readonly busy: { readonly finish: boolean; readonly make: boolean };
  readonly onFinish: () => void;
  readonly onMake: () => void;
}

/** The next steps of a change of secrets: use only the second secret from now on, or replace it because it was lost. */
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
