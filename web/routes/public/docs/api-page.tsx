import { LegalPage } from '#web/features/legal/legal-page.tsx';
import { useAnchor } from '../anchor.ts';

export function ApiPage() {
  useAnchor();
  return (
    <LegalPage
      name="api"
      title="How the API works"
      description="API keys and scopes, pages of rows, doing a thing once, errors, limits and versions of the Permille API."
    />
  );
}
