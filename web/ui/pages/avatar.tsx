import { useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { smallOf } from '#web/ui/video/small-picture.ts';

const sizes = {
  sm: 'size-6 rounded-[5px] text-[0.625rem]',
  md: 'size-8 rounded-control text-xs',
  lg: 'size-11 rounded-[8px] text-base',
  xl: 'size-24 rounded-panel text-xl',
};

/** The picture, or the first two letters of the username, uppercased. */
export function Avatar({
  username,
  src,
  size = 'md',
}: {
  username: string;
  src?: string | null | undefined;
  size?: keyof typeof sizes;
}) {
  // If a picture fails to load, the letters appear; a new address is tried again.
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span
      className={cx(
        'grid shrink-0 place-items-center overflow-hidden bg-well-3 font-bold text-well-ink',
        sizes[size],
      )}
    >
      {src && src !== failed ? (
        <img
          src={size === 'xl' ? src : smallOf(src)}
          alt=""
          className="size-full object-cover"
          onError={() => setFailed(src)}
        />
      ) : (
        <span aria-hidden="true">{username.replace(/^@/, '').slice(0, 2).toUpperCase()}</span>
      )}
    </span>
  );
}
