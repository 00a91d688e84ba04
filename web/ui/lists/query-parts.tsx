import type { ReactNode } from 'react';
import type { Micros } from '#contract/money.ts';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { QueryList, type QueryListProps } from './query-list.tsx';

export interface Part {
  key: string;
  name: ReactNode;
  about: ReactNode;
  amount: Micros;
}

const line = 'flex items-baseline justify-between gap-4 border-line border-b py-2.5 last:border-b-0';

export interface QueryPartsProps<Row> extends Pick<QueryListProps<Row>, 'of' | 'what' | 'empty'> {
  label: string;
  part: (row: Row) => Part;
}

/** Lists the parts of an amount, one per line, to the last micro-dollar. */
export function QueryParts<Row>({ label, part, ...list }: QueryPartsProps<Row>) {
  return (
    <QueryList {...list} loading={<PartsSkeleton />}>
      {(rows, more) => (
        <>
          <ul aria-label={label}>
            {rows.map(part).map(({ key, name, about, amount }) => (
              <li key={key} className={line}>
                <span className="wrap-anywhere min-w-0">
                  {name}
                  <span className="block text-muted text-sm">{about}</span>
                </span>
                <Money micros={amount} exact className="num font-semibold" />
              </li>
            ))}
          </ul>
          {more}
        </>
      )}
    </QueryList>
  );
}

const PartsSkeleton = () => (
  <Loading>
    {['w-3/5', 'w-2/5', 'w-1/2'].map((width) => (
      <span key={width} className={line}>
        <Skeleton className={`h-3.5 ${width}`} />
        <Skeleton className="h-3.5 w-16" />
      </span>
    ))}
  </Loading>
);
