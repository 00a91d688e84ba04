import { Search } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { TextInput } from './text-input.tsx';

const PAUSE_MS = 250;

export interface SearchInputProps {
  /** Name and placeholder: "Search users". */
  label: string;
  /** The applied search. */
  search: string;
  onSearch: (search: string) => void;
  /** Classes that set another width. */
  className?: string;
}

/** Searches shortly after the last key, and at once on Enter or when the field loses the focus. */
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
  // Applies text that was typed before hydration.
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
