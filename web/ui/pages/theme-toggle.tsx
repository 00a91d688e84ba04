import { Moon, Sun } from 'lucide-react';
import { Button } from '#web/ui/forms/button.tsx';
import { setDarkMode, useDarkMode } from './theme.ts';

export function ThemeToggle() {
  const dark = useDarkMode();
  const Icon = dark ? Sun : Moon;
  const name = dark ? 'Switch to light theme' : 'Switch to dark theme';
  return (
    <Button
      variant="quiet"
      size="sm"
      square
      aria-label={name}
      title={name}
      onClick={() => setDarkMode(!dark)}
    >
      <Icon aria-hidden className="size-4.25" />
    </Button>
  );
}
