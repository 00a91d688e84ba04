export type ToastKind = 'success' | 'info' | 'error';

export interface ToastOptions {
  action?: { label: string; onPress: () => void };
  /** 6 s by default; 10 s for errors. */
  durationMs?: number;
  /** A toast with the id of a visible one replaces it. */
  id?: string;
}
