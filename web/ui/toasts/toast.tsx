import type { ReactNode } from 'react';
import type { ToastKind, ToastOptions } from './toast-props.ts';

/** Code and container of the toasts load after the page, because a first visit shows none. */
const cards = () => import('./toast-cards.tsx');

/** The code could not be loaded; the page itself shows that it is offline. */
const notLoaded = () => undefined;

const show =
  (kind: ToastKind) =>
  (title: string, message?: ReactNode, options?: ToastOptions): void =>
    void cards().then((part) => part.show(kind, title, message, options), notLoaded);

/** `error` looks destructive and is announced at once; the others wait their turn. `info`: done, but no success. */
export const toast = {
  success: show('success'),
  info: show('info'),
  error: show('error'),
  dismiss: (id: string): void => void cards().then((part) => part.dismiss(id), notLoaded),
};
