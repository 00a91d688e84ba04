export type ToastKind = 'success' | 'info' | 'error';

export interface ToastOptions {
  action?: { label: string; onPress: () => void };
  /** Time on screen in milliseconds: by default 6 s, or 10 s for errors. */
  durationMs?: number;
  /** A toast with the same id as a visible one replaces it. */
  id?: string;
}
