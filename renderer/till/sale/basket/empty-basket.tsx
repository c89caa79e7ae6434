import { Button, Modal } from '@mantine/core';
import { useLanguage } from '../../../ui/language/language.tsx';
import styles from './line-tools.module.css';

interface EmptyBasketProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onEmpty: () => void;
}

export function EmptyBasket({ opened, onClose, onEmpty }: EmptyBasketProps) {
  const { t } = useLanguage();
  return (
    <Modal
      title={t('sale.clearSure')}
      opened={opened}
      onClose={onClose}
      centered
      closeButtonProps={{ 'aria-label': t('app.close'), size: '3rem' }}
    >
      <div className={styles.answers}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('sale.keepBasket')}
        </Button>
        <Button color="red" onClick={onEmpty}>
          {t('sale.clear')}
        </Button>
      </div>
    </Modal>
  );
}
