import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { paths } from '../paths.ts';

/** A titled section of an information page. */
export function Band({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="disp text-2xl">
        {title}
      </h2>
      {lead ? <p className="mt-3 max-w-150 text-md text-muted">{lead}</p> : null}
      <div className="mt-6">{children}</div>
    </section>
  );
}

/** Shows short statements side by side, each below its title. */
export function Points({ items }: { items: readonly { title: string; text: string }[] }) {
  return (
    <ul className="grid grid-cols-1 gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
      {items.map((item) => (
        <li key={item.title} className="border-line border-t py-5">
          <h3 className="font-bold text-md">{item.title}</h3>
          <p className="mt-1.5 text-muted">{item.text}</p>
        </li>
      ))}
    </ul>
  );
}

/** Notes beside a form: short answers under a heading, and other ways to contact us. */
export function SideNotes({
  title,
  notes,
  children,
}: {
  title: string;
  notes: readonly { title: string; text: string }[];
  children: ReactNode;
}) {
  const id = useId();
  return (
    <aside aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="font-bold text-md">
        {title}
      </h2>
      <dl className="border-line border-t">
        {notes.map((note) => (
          <div key={note.title} className="border-line border-b py-3.5">
            <dt className="font-semibold">{note.title}</dt>
            <dd className="mt-1 text-muted">{note.text}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted">{children}</p>
    </aside>
  );
}

/** Links with which a person can sign up, one for each account type. */
export function SignUpLinks() {
  return (
    <>
      <Link to={paths.auth({ role: 'clipper' })} className={buttonStyle({ variant: 'primary', size: 'lg' })}>
        Start Earning Today
      </Link>
      <Link to={paths.auth({ role: 'host' })} className={buttonStyle({ size: 'lg' })}>
        Post a listing
      </Link>
    </>
  );
}
