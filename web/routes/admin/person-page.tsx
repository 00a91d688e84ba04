import { person } from '#web/features/admin/accounts/person.tsx';
import { ObjectPage } from '#web/features/admin/object-page.tsx';

export const PersonPage = () => <ObjectPage of={person} />;
