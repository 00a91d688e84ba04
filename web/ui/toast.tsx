import type { ReactNode } from 'react';
import type { ToastKind, ToastOptions } from './toast-props.ts';

/** What draws them comes after the page, with the place where they appear: a first visit shows none. */
const cards = () => import('./toast-cards.tsx');

/** Without a connection; the page says so itself. */
const notLoaded = () => undefined;

const show =
  (kind: ToastKind) =>
  (title: string, message?: ReactNode, options?: ToastOptions): void =>
    void cards().then((part) => part.show(kind, title, message, options), notLoaded);

/** `error` is the destructive look and is read out at once; the others wait their turn. `info`: done, but no success. */
export const toast = {
  success: show('success'),
  info: show('info'),
  error: show('error'),
  dismiss: (id: string): void => void cards().then((part) => part.dismiss(id), notLoaded),
};
