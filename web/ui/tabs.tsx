import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { cx } from './cx.ts';

export interface TabsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; label: ReactNode; content: ReactNode }[];
  className?: string;
}

/** Only the chosen panel is mounted. */
export function Tabs<Value extends string>({ label, value, onChange, tabs, className }: TabsProps<Value>) {
  const list = useChosenInView(value);
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)} className={className}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="-mx-1 flex gap-3.5 overflow-x-auto border-line border-b [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={cx(
              '-mb-px whitespace-nowrap border-transparent border-b-2 px-1 pt-2.75 pb-2.5 font-medium text-muted hover:text-ink focus-visible:-outline-offset-2',
              'data-[state=active]:border-ink data-[state=active]:text-ink dark:data-[state=active]:border-signal',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

/** Scrolls a row of tabs wider than the screen to the chosen one, without scrolling the page. */
function useChosenInView(value: string) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again for every choice
  useLayoutEffect(() => {
    const row = list.current;
    const chosen = row?.querySelector<HTMLElement>('[data-state=active]');
    if (!row || !chosen) return;
    row.scrollLeft = chosen.offsetLeft - row.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  return list;
}
