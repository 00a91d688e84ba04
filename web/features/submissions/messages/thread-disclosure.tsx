import { ChevronDown, MessageSquare } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Thread, type ThreadProps } from './thread.tsx';

export interface ThreadDisclosureProps extends ThreadProps {
  unread: number;
  /** Further buttons about the other person. */
  beside?: ReactNode;
}

/** A button that shows the messages. They count as unread until it is pressed. */
export function ThreadDisclosure({ unread, beside, ...thread }: ThreadDisclosureProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <section aria-label="Messages" className="flex flex-col gap-3.5 border-line border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button
          size="sm"
          className="max-w-full"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <MessageSquare aria-hidden />
          <span className="truncate" title={`@${thread.to}`}>
            Messages with @{thread.to}
          </span>
          {unread > 0 && !open ? <b className="font-bold text-blue">{unread} new</b> : null}
          <ChevronDown aria-hidden className={cx('transition-transform', open && 'rotate-180')} />
        </Button>
        {beside}
      </div>
      {open ? (
        <div id={id}>
          <Thread {...thread} />
        </div>
      ) : null}
    </section>
  );
}
