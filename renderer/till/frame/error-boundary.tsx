import { Button, Stack, Text } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { NotLoadedError } from '../../ui/components/later.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { go } from '../../ui/page/route.ts';

/**
 * Catches the crash of a screen, so that the rest of the program survives; the basket is kept in a component above it.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    // A new page asks for the part again; the basket is stored and comes back.
    const again = error instanceof NotLoadedError ? () => window.location.reload() : this.#goOn;
    return <BrokenScreen onAgain={again} />;
  }

  #goOn = () => this.setState({ error: undefined });
}

function BrokenScreen({ onAgain }: { onAgain: () => void }) {
  const { t } = useLanguage();
  const startAgain = () => {
    go({ screen: 'sale' });
    onAgain();
  };
  return (
    <Stack
      component="main"
      role="alert"
      align="start"
      justify="center"
      h="100%"
      maw="40rem"
      mx="auto"
      p="2rem"
    >
      <Text component="h1" inherit fz="1.75rem" fw={600}>
        {t('broken.title')}
      </Text>
      <Text inherit fz="1.125rem" mb="md">
        {t('broken.text')}
      </Text>
      <Button size="xl" onClick={startAgain}>
        {t('broken.again')}
      </Button>
    </Stack>
  );
}
