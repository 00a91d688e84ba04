import { SubmissionsDesk } from '#web/features/review/submissions-desk.tsx';

export function SubmissionsPage() {
  return <SubmissionsDesk />;
}
