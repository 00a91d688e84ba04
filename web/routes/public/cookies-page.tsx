import { LegalPage } from '#web/features/legal/legal-page.tsx';
import { PreferenceCenter } from '#web/features/legal/preference-center.tsx';
import { useAnchor } from './anchor.ts';

export function CookiesPage() {
  useAnchor();
  return (
    <LegalPage
      name="cookies"
      title="Cookie Policy"
      description="What Permille stores in your browser, and where you choose."
    >
      <PreferenceCenter />
    </LegalPage>
  );
}
