import { DropdownMenu as Radix } from 'radix-ui';
import { cx } from './cx.ts';
import type { MenuProps } from './menu-props.ts';

/** The menu itself, open from its first moment. */
export function OpenMenu({ trigger, items }: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen>
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
