import { Button, Flex } from '@mantine/core';
import { useLanguage } from '../../language/language.tsx';
import styles from './list.module.css';

export function ListFoot({ list: { hasMore, more } }: { list: { readonly hasMore: boolean; more(): void } }) {
  const { t } = useLanguage();
  if (!hasMore) return null;
  return (
    <div className={styles.tools}>
      <Button variant="default" onClick={more}>
        {t('integrations.list.more')}
      </Button>
    </div>
  );
}

interface NewerProps {
  readonly list: { readonly newer: number; showNewer(): void };
}

/** The button that shows newer rows. Its place is always kept free, so that new rows move nothing. */
export function NewerRows({ list: { newer, showNewer } }: NewerProps) {
  const { t, format } = useLanguage();
  return (
    <Flex flex={1} justify="end" mih="3rem" role="status">
      {newer > 0 && (
        <Button variant="subtle" onClick={showNewer}>
          {t('integrations.list.newer', { shown: format.count(newer) })}
        </Button>
      )}
    </Flex>
  );
}
