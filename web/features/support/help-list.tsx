import { Plus, Search } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { useHydrated } from '#web/ui/hydration.ts';
import { TextInput } from '#web/ui/text-input.tsx';
import { findAnswers } from './find-answers.ts';
import { type Answer, answers } from './help-content.ts';

/** The questions with their search; `opened` is the answer that the address names. */
export function HelpList({ opened }: { opened: string }) {
  const [params, setParams] = useSearchParams();
  const hydrated = useHydrated();
  const typed = hydrated ? (params.get('q') ?? '') : '';
  const found = findAnswers(answers, typed);
  const searching = typed.trim() !== '';
  const search = (text: string) => setParams(text === '' ? {} : { q: text }, { replace: true });
  const box = useRef<HTMLInputElement>(null);
  // Takes over what was typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts take the page over
  useLayoutEffect(() => {
    if (box.current?.value) search(box.current.value);
  }, []);
  return (
    <div className="flex flex-col gap-6">
      <search>
        <Field label="Search the help center">
          <TextInput
            type="search"
            lead={<Search />}
            placeholder="Payout, rejected, refund ..."
            value={typed}
            ref={box}
            onChange={({ target }) => search(target.value)}
          />
        </Field>
      </search>
      <p role="status" className={searching ? 'text-muted text-sm' : 'sr-only'}>
        {searching ? `${found.length} of ${answers.length} answers match.` : ''}
      </p>
      {found.length === 0 ? <NothingFound typed={typed} /> : null}
      <div className={found.length === 0 ? 'hidden' : 'border-ink border-t'}>
        {found.map((entry) => (
          <Entry key={entry.id} entry={entry} open={searching || (hydrated && entry.id === opened)} />
        ))}
      </div>
    </div>
  );
}

function Entry({ entry, open }: { entry: Answer; open: boolean }) {
  return (
    <details id={entry.id} open={open} className="group/faq scroll-mt-21 border-line border-b">
      <summary className="flex list-none items-center justify-between gap-4 py-4.5 font-bold text-md [&::-webkit-details-marker]:hidden">
        {entry.ask}
        <Plus
          aria-hidden
          className="size-4.5 shrink-0 transition-transform duration-(--duration-base) group-open/faq:rotate-45"
        />
      </summary>
      <p className="max-w-170 text-md text-muted leading-[1.6]">{entry.answer}</p>
      <p className="pt-2 pb-5 text-sm">
        <a href={`#${entry.id}`} className="link">
          Link to this answer<span className="sr-only">: {entry.ask}</span>
        </a>
      </p>
    </details>
  );
}

const NothingFound = ({ typed }: { typed: string }) => (
  <EmptyState
    level={2}
    title="No answer found"
    action={
      <Link to={paths.contact()} className={buttonStyle({})}>
        Contact Support
      </Link>
    }
  >
    Nothing here speaks of “{typed.trim()}”. Try fewer words, or ask us.
  </EmptyState>
);
