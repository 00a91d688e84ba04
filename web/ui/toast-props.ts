export type ToastKind = 'success' | 'info' | 'error';

export interface ToastOptions {
  action?: { label: string; onPress: () => void };
  /** 6 s by default; errors stay 10 s. */
  durationMs?: number;
  /** A toast of the same id replaces the one in view. */
  id?: string;
}
