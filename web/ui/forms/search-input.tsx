import { Search } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { TextInput } from './text-input.tsx';

const PAUSE_MS = 250;

export interface SearchInputProps {
  /** The field's name and placeholder: "Search users". */
  label: string;
  /** The search text that the list currently uses. */
  search: string;
  onSearch: (search: string) => void;
  /** Classes that replace the default width. */
  className?: string;
}

/**
 * A search field. It searches shortly after the last key, and at once on Enter or when it loses the focus.
 */
export function SearchInput({ label, search, onSearch, className = 'w-62 max-md:w-full' }: SearchInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<number | undefined>(undefined);
  const send = (text: string) => {
    window.clearTimeout(timer.current);
    if (text.trim() !== search) onSearch(text.trim());
  };
  const type = (text: string) => {
    setDraft(text);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      send(text);
      if (document.activeElement !== box.current) setDraft(null);
    }, PAUSE_MS);
  };
  // Text that was typed before hydration is searched for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts take the page over
  useLayoutEffect(() => {
    const text = box.current?.value ?? search;
    if (text !== search) type(text);
  }, []);
  return (
    <search className={className}>
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        lead={<Search />}
        maxLength={100}
        className="h-9!"
        value={draft ?? search}
        ref={box}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(event.currentTarget.value);
        }}
        onBlur={(event) => {
          send(event.target.value);
          setDraft(null);
        }}
      />
    </search>
  );
}
