import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { cx } from '#web/ui/cx.ts';

export interface TabsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; label: ReactNode; content: ReactNode }[];
  className?: string;
}

/** Tabs with panels. Only the chosen panel is mounted. */
export function Tabs<Value extends string>({ label, value, onChange, tabs, className }: TabsProps<Value>) {
  const list = useChosenInView(value);
  const id = useId();
  const tabId = (of: Value) => `${id}-${of}`;
  const panelId = `${id}-panel`;
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
            id={tabId(tab.value)}
            aria-controls={tab.value === value ? panelId : undefined}
            className={cx(
              '-mb-px whitespace-nowrap border-transparent border-b-2 px-1 pt-2.75 pb-2.5 font-medium text-muted hover:text-ink focus-visible:-outline-offset-2',
              'data-[state=active]:border-ink data-[state=active]:text-ink dark:data-[state=active]:border-signal',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {/* The library's panel is not used, because it reads computed styles while the page is still being
          built. */}
      <div
        key={value}
        role="tabpanel"
        id={panelId}
        aria-labelledby={tabId(value)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the pattern of tabs has the panel itself in the order of focus
        tabIndex={0}
        className="pt-5"
      >
        {tabs.find((tab) => tab.value === value)?.content}
      </div>
    </Radix.Root>
  );
}

/** Scrolls a row of tabs that is wider than the screen to the chosen tab, without scrolling the page. */
function useChosenInView(value: string) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again for every choice
  useLayoutEffect(() => {
    const row = list.current;
    if (!row) return;
    // The observer runs after layout and before painting. Reading sizes sooner would compute the layout
    // twice.
    const sized = new ResizeObserver(() => {
      const chosen = row.querySelector<HTMLElement>('[data-state=active]');
      if (!chosen) return;
      row.scrollLeft = chosen.offsetLeft - row.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
    });
    sized.observe(row);
    return () => sized.disconnect();
  }, [value]);
  return list;
}
