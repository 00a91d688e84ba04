import { LegalPage } from '#web/features/legal/legal-page.tsx';
import { useAnchor } from '../anchor.ts';

export function ErrorsPage() {
  useAnchor();
  return (
    <LegalPage
      name="errors"
      title="Errors"
      description="Every error code that Permille answers with: its HTTP status, what happened and what to do."
    />
  );
}
