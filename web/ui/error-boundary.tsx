import { Component, type ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

/** Keeps one broken part from taking the page with it; a new `resetKey` (such as the address) tries again. */
export class ErrorBoundary extends Component<
  { resetKey?: string; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: { resetKey?: string }) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="mx-auto max-w-160 p-6">
        <ErrorState
          title="This page did not load."
          retryText="Load it again"
          onRetry={() => window.location.reload()}
        >
          The connection was lost, or a new version came out while the page was open.
        </ErrorState>
      </div>
    );
  }
}
