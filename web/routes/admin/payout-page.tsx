import { ObjectPage } from '#web/features/admin/object-page.tsx';
import { payout } from '#web/features/admin/payouts/payout.tsx';

export const PayoutPage = () => <ObjectPage of={payout} />;
