import { Search } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { useHydrated } from '#web/ui/pages/hydration.ts';
import { ServedText, useServedText } from '#web/ui/texts/served-text.tsx';
import { matches } from './find-answers.ts';

/** Lists the questions with a search. `opened` is the id of the answer that the address names. */
export function HelpList({ opened }: { opened: string }) {
  const { body } = useServedText('help');
  const [params, setParams] = useSearchParams();
  const hydrated = useHydrated();
  const typed = hydrated ? (params.get('q') ?? '') : '';
  const searching = typed.trim() !== '';
  const search = (text: string) => setParams(text === '' ? {} : { q: text }, { replace: true });
  const box = useRef<HTMLInputElement>(null);
  // Text that was typed before hydration is searched for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts take the page over
  useLayoutEffect(() => {
    if (box.current?.value) search(box.current.value);
  }, []);
  const list = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState({ count: 1, of: 1 });
  // The entries are HTML from the server, so the search works on their elements.
  useLayoutEffect(() => {
    const entries = [...list.current!.querySelectorAll('details')];
    const hits = entries.filter(({ children: [ask, answer] }) =>
      matches(`${ask?.textContent} ${answer?.textContent}`, typed),
    );
    for (const entry of entries) {
      entry.hidden = !hits.includes(entry);
      entry.open = searching || entry.id === opened;
    }
    setFound({ count: hits.length, of: entries.length });
  }, [typed, searching, opened]);
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
        {searching ? `${found.count} of ${found.of} answers match.` : ''}
      </p>
      {found.count === 0 ? <NothingFound typed={typed} /> : null}
      <div ref={list} className={found.count === 0 ? 'hidden' : 'border-ink border-t'}>
        <ServedText of="help.body" html={body} className="served-answers" />
      </div>
    </div>
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
    No answer mentions “{typed.trim()}”. Try fewer words, or ask us.
  </EmptyState>
);
