import { CircleAlert, CircleCheck, CircleStop, type LucideIcon } from 'lucide-react';
import { Badge, type Tone } from '#web/ui/pages/badge.tsx';

/** The specified colours of statuses: green, yellow, red. All other statuses are grey. */
const statusTones: Record<string, Tone> = {
  approved: 'green',
  active: 'green',
  paid: 'green',
  healthy: 'green',
  completed: 'green',
  pending: 'yellow',
  paused: 'yellow',
  'awaiting transfer': 'yellow',
  'not paid yet': 'yellow',
  rejected: 'red',
  failed: 'red',
  returned: 'red',
  removed: 'red',
  banned: 'red',
  processing: 'blue',
  requested: 'blue',
};

const statusIcons: Record<string, LucideIcon> = {
  ended: CircleStop,
  settled: CircleCheck,
  budget_used_up: CircleAlert,
};

/** Shows a status as a badge: "pending" and "Pending" are both a yellow "Pending". */
export function StatusBadge({ status }: { status: string }) {
  const key = status.toLowerCase();
  const text = key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');
  const icon = statusIcons[key];
  return (
    <Badge tone={statusTones[key] ?? 'grey'} {...(icon ? { icon } : {})}>
      {text}
    </Badge>
  );
}
