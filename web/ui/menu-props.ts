import type { ReactElement, ReactNode } from 'react';

export interface MenuItem {
  label: ReactNode;
  onPress: () => void;
  danger?: boolean;
  disabled?: boolean;
}

interface TriggerProps {
  onClick?: () => void;
  onPointerEnter?: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

export interface MenuProps {
  /** One focusable child, such as a `Button`. */
  trigger: ReactElement<TriggerProps>;
  items: readonly MenuItem[];
}
