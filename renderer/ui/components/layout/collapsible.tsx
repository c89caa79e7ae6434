import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import common from '../common.module.css';
import styles from './collapsible.module.css';

interface CollapsibleProps {
  readonly title: string;
  readonly children: ReactNode;
  /** True while something in it must be seen, such as a message. */
  readonly mustOpen?: boolean;
}

export function Collapsible({ title, children, mustOpen = false }: CollapsibleProps) {
  const [wasOpened, setOpen] = useState(false);
  const open = wasOpened || mustOpen;
  const id = useId();
  return (
    <section className={styles.collapsible}>
      <UnstyledButton
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <IconChevronDown size={20} className={common.chevron} aria-hidden />
        {title}
      </UnstyledButton>
      {open && <div id={id}>{children}</div>}
    </section>
  );
}
