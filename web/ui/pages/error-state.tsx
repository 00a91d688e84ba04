import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/forms/button.tsx';
import { Note } from './note.tsx';

export interface ErrorStateProps {
  /** Title, such as "The list did not load." */
  title: string;
  /** Why it failed, and what to do. */
  children?: ReactNode;
  onRetry?: (() => void) | undefined;
  className?: string;
}

export function ErrorState({ title, children, onRetry, className }: ErrorStateProps) {
  return (
    <Note
      tone="error"
      alert
      title={title}
      {...(className ? { className } : {})}
      action={
        onRetry ? (
          <Button size="sm" onClick={onRetry}>
            <RefreshCw aria-hidden />
            Try again
          </Button>
        ) : null
      }
    >
      {children}
    </Note>
  );
}
