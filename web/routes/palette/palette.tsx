import { LogOut, type LucideIcon, Moon, Sun } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Role } from '#contract/accounts/accounts.ts';
import { signOut } from '#web/features/accounts/sign-out.ts';
import { CommandDialog, type CommandItem } from '#web/ui/dialogs/command-dialog.tsx';
import { setDarkMode, useDarkMode } from '#web/ui/pages/theme.ts';
import type { PalettePage } from './palette-page.ts';
import { useFound } from './use-found.ts';

export interface PaletteProps {
  onClose: () => void;
  whose: Role;
  pages: readonly PalettePage[];
  /** Actions in addition to changing the theme and signing out. */
  actions: readonly PalettePage[];
}

/** Finds pages of the person's role, records of the person, and actions. */
export function Palette({ onClose, whose, pages, actions }: PaletteProps) {
  const navigate = useNavigate();
  const dark = useDarkMode();
  const [search, setSearch] = useState('');
  const words = useDeferredValue(search.trim());
  const { items: found, pending: isFinding } = useFound(whose, words);
  const typed = search.trim();
  const pending = isFinding || (typed !== words && typed.length >= 2);
  const close = (act: () => void) => () => {
    onClose();
    act();
  };
  const goTo = ({ to, label, icon, hint }: PalettePage & { hint?: string | undefined }): CommandItem => ({
    id: `${to} ${label}`,
    label,
    hint,
    icon,
    onPress: close(() => navigate(to)),
  });
  const does = (label: string, icon: LucideIcon, act: () => void): CommandItem => ({
    id: label,
    label,
    icon,
    onPress: close(act),
  });
  const narrowed = (items: readonly CommandItem[]) => items.filter((item) => fits(item.label, search));
  return (
    <CommandDialog
      onClose={onClose}
      title="Search or go to"
      placeholder={placeholders[whose]}
      search={search}
      onSearch={setSearch}
      empty={pending ? 'Searching...' : 'Nothing found. Try other words.'}
      groups={[
        { heading: 'Go to', items: narrowed(pages.map(goTo)) },
        // Results of an earlier search are narrowed, so that Enter can't open one that does not match.
        { heading: 'Found', items: pending ? narrowed(found.map(goTo)) : found.map(goTo), pending },
        {
          heading: 'Do',
          items: narrowed([
            ...actions.map(goTo),
            does(dark ? 'Switch to light theme' : 'Switch to dark theme', dark ? Sun : Moon, () =>
              setDarkMode(!dark),
            ),
            does(whose === 'admin' ? 'Logout' : 'Sign out', LogOut, signOut),
          ]),
        },
      ]}
    />
  );
}

const placeholders: Record<Role, string> = {
  host: 'Search pages, listings, clips',
  clipper: 'Search pages, listings, submissions',
  admin: 'Search people, listings, clips, payouts',
};

/** Whether the label contains every typed word. */
const fits = (label: string, words: string): boolean =>
  words
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.toLowerCase().includes(word));
