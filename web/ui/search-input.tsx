import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { TextInput } from './text-input.tsx';

const PAUSE_MS = 250;

export interface SearchInputProps {
  /** Name and placeholder: "Search users". */
  label: string;
  /** The applied search. */
  search: string;
  onSearch: (search: string) => void;
  /** Another width. */
  className?: string;
}

/** Searches a moment after the last key; at once on Enter and on leaving the field. */
export function SearchInput({ label, search, onSearch, className = 'w-62 max-md:w-full' }: SearchInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const send = (text: string) => {
    window.clearTimeout(timer.current);
    if (text.trim() !== search) onSearch(text.trim());
  };
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
        onChange={(event) => {
          const text = event.target.value;
          setDraft(text);
          window.clearTimeout(timer.current);
          timer.current = window.setTimeout(() => send(text), PAUSE_MS);
        }}
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
