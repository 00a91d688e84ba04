import type { ReactNode } from 'react';
import type { ToastKind, ToastOptions } from './toast-props.ts';

/** The toasts' code is loaded after the page, because a first visit shows none. */
const cards = () => import('./toast-cards.tsx');

/** Does nothing. If the code can't be loaded, the page itself shows that it is offline. */
const notLoaded = () => undefined;

const show =
  (kind: ToastKind) =>
  (title: string, message?: ReactNode, options?: ToastOptions): void =>
    void cards().then((part) => part.show(kind, title, message, options), notLoaded);

/**
 * Shows toasts. An `error` looks destructive and is announced at once; the others are announced after other
 * speech. Use `info` for something that is done but is not a success.
 */
export const toast = {
  success: show('success'),
  info: show('info'),
  error: show('error'),
  dismiss: (id: string): void => void cards().then((part) => part.dismiss(id), notLoaded),
};
