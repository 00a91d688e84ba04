import { deposit } from '#web/features/admin/deposits/deposit.tsx';
import { ObjectPage } from '#web/features/admin/object-page.tsx';

export const DepositPage = () => <ObjectPage of={deposit} />;
