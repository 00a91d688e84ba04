import type { ReactNode } from 'react';
import type { Micros } from '#contract/money.ts';
import { Money } from './money.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

export interface Part {
  key: string;
  name: ReactNode;
  about: ReactNode;
  amount: Micros;
}

const line = 'flex items-baseline justify-between gap-4 border-line border-b py-2.5 last:border-b-0';

/** What an amount is made of, one line each, to the last micro-dollar. */
export function PartsList({ label, parts }: { label: string; parts: readonly Part[] }) {
  return (
    <ul aria-label={label}>
      {parts.map(({ key, name, about, amount }) => (
        <li key={key} className={line}>
          <span className="wrap-anywhere min-w-0">
            {name}
            <span className="block text-muted text-sm">{about}</span>
          </span>
          <Money micros={amount} exact className="num font-semibold" />
        </li>
      ))}
    </ul>
  );
}

/** In its place while it loads. */
export function PartsSkeleton() {
  return (
    <Loading>
      {['w-3/5', 'w-2/5', 'w-1/2'].map((width) => (
        <span key={width} className={line}>
          <Skeleton className={`h-3.5 ${width}`} />
          <Skeleton className="h-3.5 w-16" />
        </span>
      ))}
    </Loading>
  );
}
