import type { LucideIcon } from 'lucide-react';

export interface PalettePage {
  to: string;
  label: string;
  icon: LucideIcon;
}
