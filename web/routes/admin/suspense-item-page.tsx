import { ObjectPage } from '#web/features/admin/object-page.tsx';
import { suspenseItem } from '#web/features/admin/suspense/suspense-item.tsx';

export const SuspenseItemPage = () => <ObjectPage of={suspenseItem} />;
