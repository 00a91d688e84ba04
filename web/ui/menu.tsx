import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface MenuItem {
  label: ReactNode;
  onPress: () => void;
  danger?: boolean;
  disabled?: boolean;
}

/** A button's list of actions. The trigger is one focusable child, such as a `Button`. */
export function Menu({ trigger, items }: { trigger: ReactNode; items: readonly MenuItem[] }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 min-w-44 rounded-[8px] border border-line bg-overlay p-1 shadow-overlay"
        >
          {items.map((item, index) => (
            <Radix.Item
              // biome-ignore lint/suspicious/noArrayIndexKey: the actions of one menu keep their places
              key={index}
              disabled={item.disabled ?? false}
              onSelect={item.onPress}
              className={cx(
                'flex h-8.5 cursor-pointer items-center gap-2.5 rounded-control px-2.5 font-medium outline-none data-disabled:cursor-not-allowed data-highlighted:bg-hover data-disabled:text-faint [&_svg]:size-4',
                item.danger && 'text-red',
              )}
            >
              {item.label}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
