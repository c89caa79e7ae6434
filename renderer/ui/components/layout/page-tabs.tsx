import { useEffect, useRef } from 'react';
import styles from './paged-screen.module.css';

interface PageTabsProps {
  readonly label: string;
  /** True for a second row, below the tabs of groups. */
  readonly isBelow?: boolean;
  readonly pages: readonly { readonly href: string; readonly name: string; readonly isShown: boolean }[];
}

export function PageTabs({ label, isBelow = false, pages }: PageTabsProps) {
  const nav = useRef<HTMLElement>(null);
  const shown = pages.find(({ isShown }) => isShown)?.href;
  // With large text the tabs are one row that scrolls sideways.
  useEffect(() => {
    const row = nav.current;
    const tab = row?.querySelector(`a[href="${shown}"]`);
    if (!row || !tab) return;
    // Scrolls at first, and whenever the text size or the language changes the width of the tabs.
    const observer = new ResizeObserver(() => centre(row, tab));
    observer.observe(row);
    observer.observe(tab);
    return () => observer.disconnect();
  }, [shown]);
  return (
    <nav ref={nav} className={styles.pages} data-below={isBelow || undefined} aria-label={label}>
      {pages.map(({ href, name, isShown }) => (
        <a key={href} href={href} className={styles.page} aria-current={isShown ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

function centre(row: HTMLElement, tab: Element): void {
  const around = row.getBoundingClientRect();
  const { left, width } = tab.getBoundingClientRect();
  row.scrollBy({ left: left + width / 2 - (around.left + around.width / 2) });
}
