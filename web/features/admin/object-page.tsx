import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { AdminViewName } from '#contract/admin/admin-views.ts';
import { formatUsd, type Micros } from '#contract/money.ts';
import { paths } from '#web/routes/paths.ts';
import { Button, type ButtonProps } from '#web/ui/forms/button.tsx';
import { NotLoaded, type Query } from '#web/ui/lists/query-state.tsx';
import { humanize } from '#web/ui/lists/use-list.ts';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { SkeletonRows } from '#web/ui/pages/skeleton.tsx';
import { AuditOf } from './object-parts.tsx';

/** Opens a dialog. */
export type Ask = (dialog: (close: () => void) => ReactNode) => void;

interface ActBase<Shown> {
  /** The button's text, without the amount. */
  text: string;
  /** The money that the act moves, shown after the button's text. */
  amount?: (shown: Shown) => Micros | null;
  /** Whether the object's state allows the act. */
  may: (shown: Shown) => boolean;
  /** The button's accessible name; by default its text and the object's `whose`. */
  label?: (shown: Shown) => string;
  variant?: ButtonProps['variant'];
}

/** An act of an admin on an object: a button that opens a dialog, or one that acts at once. */
export type Act<Shown> = ActBase<Shown> &
  (
    | { dialog: (shown: Shown, close: () => void) => ReactNode }
    | { button: (shown: Shown, label: string | undefined) => ReactNode }
  );

/** Describes the page of one kind of object. The page ends with the object's audit log. */
export interface AdminObject<Shown> {
  /** The kind of object, as in "There is no payout at this address." */
  what: string;
  /** Title of the page while there is no object to show. */
  name: string;
  /** The view that lists the objects. */
  view: AdminViewName;
  /** A hook that reads the object. */
  useObject: (id: string) => Query<Shown>;
  title: (shown: Shown) => string;
  /** The object's state, below the title. */
  state: (shown: Shown) => ReactNode;
  /** A link or text before the acts. */
  beside?: (shown: Shown) => ReactNode;
  acts: readonly Act<Shown>[];
  /** The object in the names of its buttons, as in "Mark paid payout of @tess". */
  whose?: (shown: Shown) => string;
  /** Notes above the facts, such as a problem that the admin has to solve. */
  notes?: (shown: Shown, ask: Ask) => ReactNode;
  /** Panels of facts, two in a row. */
  facts?: (shown: Shown) => ReactNode;
  /** Tables of what belongs to the object. */
  parts?: (shown: Shown) => ReactNode;
}

/** Shows the object that the address names, with a link to the view that lists it. */
export function ObjectPage<Shown>({ of }: { of: AdminObject<Shown> }) {
  const { id = '' } = useParams();
  return <Shown key={id} of={of} id={id} />;
}

/** Leads back to the view that lists the object. It names the object like its page, because nobody knows ids. */
const Trail = <Shown,>({ of, name }: { of: AdminObject<Shown>; name?: string }) => (
  <nav aria-label="Breadcrumb" className="-mb-3 flex min-w-0 items-center gap-1.5 text-muted text-sm">
    <Link to={paths.adminView(of.view)} className="shrink-0 hover:text-ink">
      {humanize(of.view)}
    </Link>
    {name ? (
      <>
        <ChevronRight aria-hidden className="size-3.5 shrink-0" />
        <bdi title={name} className="min-w-0 truncate">
          {name}
        </bdi>
      </>
    ) : null}
  </nav>
);

function Shown<Shown>({ of, id }: { of: AdminObject<Shown>; id: string }) {
  const found = of.useObject(id);
  // A dialog keeps the object as it was when it opened: the admin decides about what they saw.
  const [dialog, setDialog] = useState<ReactNode>(null);
  const ask: Ask = (open) => setDialog(open(() => setDialog(null)));
  const { data: shown } = found;
  if (shown === undefined)
    return (
      <>
        <Trail of={of} />
        <NoObject found={found} of={of} />
      </>
    );
  return (
    <>
      <Trail of={of} name={of.title(shown)} />
      <PageHeader
        title={of.title(shown)}
        meaning={<span className="flex flex-wrap items-center gap-2">{of.state(shown)}</span>}
        action={actsOf(of, shown, ask)}
        noIndex
      />
      {of.notes?.(shown, ask)}
      {of.facts ? (
        <div className="grid grid-cols-1 gap-5 max-md:gap-4 lg:grid-cols-2">{of.facts(shown)}</div>
      ) : null}
      {of.parts?.(shown)}
      <AuditOf id={id} />
      {dialog}
    </>
  );
}

/** Returns the link and the acts that the object's state allows; null if there are none. */
function actsOf<Shown>({ acts, beside, whose }: AdminObject<Shown>, shown: Shown, ask: Ask): ReactNode {
  const possible = acts.filter(({ may }) => may(shown));
  const before = beside?.(shown);
  if (!before && possible.length === 0) return null;
  return (
    <>
      {before}
      {possible.map((act) => {
        const { variant = 'secondary' } = act;
        const amount = act.amount?.(shown) ?? null;
        const text = amount === null ? act.text : `${act.text} ${formatUsd(amount)}`;
        const label = act.label?.(shown) ?? (whose && `${text} ${whose(shown)}`);
        return 'button' in act ? (
          <Fragment key={text}>{act.button(shown, label)}</Fragment>
        ) : (
          <Button
            key={text}
            size="sm"
            variant={variant}
            aria-label={label}
            onClick={() => ask((close) => act.dialog(shown, close))}
          >
            {text}
          </Button>
        );
      })}
    </>
  );
}

/** Shown while an object is loading, if loading fails, and if the address names no object. */
function NoObject<Shown>({ found, of }: { found: Query<Shown>; of: AdminObject<Shown> }) {
  const { what, name } = of;
  if (!found.error) return <SkeletonRows />;
  const code = 'code' in found.error ? found.error.code : null;
  return (
    <>
      <PageHeader title={name} noIndex />
      {code === 'not_found' || code === 'invalid_input' ? (
        <Panel flush>
          <EmptyState level={2} title={`No such ${what}`}>
            There is no {what} at this address.
          </EmptyState>
        </Panel>
      ) : (
        <NotLoaded of={found} failed={`The ${what} did not load.`} />
      )}
    </>
  );
}
