import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ListBar } from './list-bar.tsx';
import { type Column, Table } from './table.tsx';
import { sortsOf } from './table-head.tsx';
import { type ListShape, type ListState, optionsOf, useList } from './use-list.ts';

interface Person {
  name: string;
}
const columns: Column<Person>[] = [
  { header: 'Name', phone: 'title', sort: { by: 'name', kind: 'text' }, cell: (row) => row.name },
  { header: 'Age', phone: 'amount', sort: { by: 'age', kind: 'number' }, cell: () => '7' },
  { header: 'Town', phone: 'status', cell: () => 'Oslo' },
];
const shape: ListShape = {
  search: 'Search people',
  filters: [
    { name: 'state', label: 'State', any: 'All states', options: optionsOf(['in', 'gone_away']) },
    { name: 'from', label: 'From day', day: true },
  ],
  usual: '-age',
};

/** The list as a page at this address has it, and what it shows. */
function at(search: string, of: ListShape = shape): { html: string; list: ListState & { query: object } } {
  let list: (ListState & { query: object }) | undefined;
  function Page() {
    list = useList<object>(of);
    return (
      <>
        <ListBar list={list} sorts={sortsOf(columns)} />
        <Table caption="People" columns={columns} rows={[]} rowKey={(row) => row.name} list={list} />
      </>
    );
  }
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={[`/people${search}`]}>
      <Page />
    </MemoryRouter>,
  );
  return { html, list: list! };
}

test('the address is the query of the list: filters, search and order, but nothing that no control gives', () => {
  expect(at('?state=in&from=2026-11-02&search=Ann&sort=name').list.query).toEqual({
    state: 'in',
    from: '2026-11-02',
    search: 'Ann',
    sort: 'name',
  });
  expect(at('?state=elsewhere&from=yesterday&sort=;drop&tab=2').list.query).toEqual({});
  expect(at('').list.isNarrowed).toBe(false);
});

test('two lists of one page have names of their own in the address', () => {
  const { list } = at('?state=in&second-state=gone_away', { ...shape, scope: 'second' });
  expect(list.query).toEqual({ state: 'gone_away' });
});

test('on a phone one button names what it opens and says how many filters are active', () => {
  expect(at('').html).toMatch(/<button[^>]*aria-haspopup="dialog"[^>]*aria-label="Filter and sort"/);
  expect(at('?state=in&from=2026-11-02&search=Ann').html).toContain('aria-label="Filter and sort (2)"');
});

test('a head says in which order the list is, and names the column also where its button is hidden', () => {
  const head = (html: string, name: string) =>
    new RegExp(`<th[^>]*aria-label="${name}"[^>]*>`).exec(html)![0];
  expect(head(at('').html, 'Age')).toContain('aria-sort="descending"');
  expect(head(at('').html, 'Name')).not.toContain('aria-sort');
  expect(head(at('?sort=name').html, 'Name')).toContain('aria-sort="ascending"');
  expect(at('').html).toMatch(/<button[^>]*aria-label="Sort by Age"/);
  expect(at('').html).toMatch(/<th[^>]*>Town<\/th>/);
});

test('each order is offered in words', () => {
  expect(sortsOf(columns).map(({ value, label }) => `${value}: ${label}`)).toEqual([
    '-name: Name, Z to A',
    'name: Name, A to Z',
    '-age: Age, highest first',
    'age: Age, lowest first',
  ]);
});
