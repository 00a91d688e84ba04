import type { MouseEvent, ReactElement, ReactNode } from 'react';

export interface MenuItem {
  label: ReactNode;
  onPress: () => void;
  danger?: boolean;
  disabled?: boolean;
}

interface TriggerProps {
  id?: string;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

export interface MenuProps {
  /** A single focusable child, such as a `Button`. */
  trigger: ReactElement<TriggerProps>;
  items: readonly MenuItem[];
}

export interface Opener {
  button: HTMLElement;
  byKey: boolean;
}
