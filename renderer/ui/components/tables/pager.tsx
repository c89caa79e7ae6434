import { Button, Flex } from '@mantine/core';
import { useLanguage } from '../../language/language.tsx';

interface PagerProps {
  readonly start: number;
  readonly total: number;
  readonly size: number;
  readonly count: string;
  onStart(start: number): void;
}

export function Pager({ start, total, size, count, onStart }: PagerProps) {
  const { t } = useLanguage();
  if (total === 0) return null;
  return (
    <Flex wrap="wrap" align="center" gap="sm" mih="3.5rem" c="dimmed">
      <span role="status">{count}</span>
      {total > size && (
        <>
          <Button variant="default" disabled={start === 0} onClick={() => onStart(Math.max(0, start - size))}>
            {t('tables.earlier')}
          </Button>
          <Button variant="default" disabled={start + size >= total} onClick={() => onStart(start + size)}>
            {t('tables.later')}
          </Button>
        </>
      )}
    </Flex>
  );
}
