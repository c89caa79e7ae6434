import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useLanguage } from '../../ui/language/language.tsx';
import { go } from '../../ui/page/route.ts';
import styles from './error-boundary.module.css';

/**
 * Catches the crash of a screen, so that the rest of the program survives; the basket is kept in a component above it.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return <BrokenScreen onAgain={() => this.setState({ broken: false })} />;
  }
}

function BrokenScreen({ onAgain }: { onAgain: () => void }) {
  const { t } = useLanguage();
  const startAgain = () => {
    go({ screen: 'sale' });
    onAgain();
  };
  return (
    <main className={styles.broken} role="alert">
      <h1>{t('broken.title')}</h1>
      <p>{t('broken.text')}</p>
      <Button size="xl" onClick={startAgain}>
        {t('broken.again')}
      </Button>
    </main>
  );
}
