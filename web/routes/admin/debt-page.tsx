import { debt } from '#web/features/admin/earnings/debt.tsx';
import { ObjectPage } from '#web/features/admin/object-page.tsx';

export const DebtPage = () => <ObjectPage of={debt} />;
