import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { draftOf } from './filter-sheet.tsx';
import { ListBar } from './list-bar.tsx';
import { type Column, Table } from './table.tsx';
import { orderAfter, sortsOf } from './table-head.tsx';
import { type ListShape, type ListState, optionsOf, useList } from './use-list.ts';

interface Person {
  name: string;
}
const columns: Column<Person>[] = [
  { header: 'Name', phone: 'title', sort: { by: 'name', kind: 'text' }, cell: (row) => row.name },
  { header: 'Age', phone: 'amount', sort: { by: 'age', kind: 'number' }, cell: () => '7' },
  { header: 'Since', sort: { by: 'date', kind: 'date' }, cell: () => '2026' },
  { header: 'Town', phone: 'status', cell: () => 'Oslo' },
];
const shape: ListShape = {
  search: 'Search people',
  filters: [
    { name: 'state', label: 'State', any: 'All states', options: optionsOf(['in', 'gone_away']) },
    { name: 'from', label: 'From day', day: true },
  ],
  usual: '-date',
};
const route = {
  query: z.object({
    state: z.enum(['in', 'gone_away']).optional(),
    from: z.iso.date().optional(),
    search: z.string().optional(),
    sort: z.enum(['name', '-name', 'age', '-age', 'date', '-date']).optional(),
  }),
};

/** Renders the list of a page at this address. Returns its HTML and its state. */
function at(search: string, of: ListShape = shape): { html: string; list: ListState & { query: object } } {
  let list: (ListState & { query: object }) | undefined;
  function Page() {
    list = useList(route, of);
    return (
      <>
        <ListBar list={list} sorts={sortsOf(columns, list.usual)} />
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

test('the address gives the list’s query: filters, search and order, but no value that the controls can’t set', () => {
  expect(at('?state=in&from=2026-11-02&search=Ann&sort=name').list.query).toEqual({
    state: 'in',
    from: '2026-11-02',
    search: 'Ann',
    sort: 'name',
  });
  expect(at('?state=elsewhere&from=yesterday&sort=;drop&tab=2').list.query).toEqual({});
  expect(at('').list.isNarrowed).toBe(false);
});

test('the field of a day has a label that says which day it is', () => {
  const { html } = at('');
  const [, id] = html.match(/<label for="([^"]+)">From day<\/label>/)!;
  expect(html.match(/<input[^>]*type="date"[^>]*>/)![0]).toContain(`id="${id}"`);
});

test('the field of a day writes it as the columns do, and says the order while it is empty', () => {
  const written = (search: string) => at(search).html.match(/<\/div><span[^>]*>([^<]*)<\/span>/)?.[1];
  expect(written('?from=2026-11-02')).toBe('2026-11-02');
  expect(written('')).toBe('YYYY-MM-DD');
});

test.each(['foo', '-foo', 'date,name', 'toString'])(
  'ignores an order that the list does not have, such as %s, instead of failing the list',
  (sort) => {
    const { list } = at(`?sort=${sort}`);
    expect([list.query, list.sort]).toEqual([{}, '-date']);
  },
);

test('the sheet changes filters and order, and keeps a search that changes meanwhile', () => {
  expect(draftOf(at('?state=in&search=Ann&sort=name').list)).toEqual({ state: 'in', from: '', sort: 'name' });
});

test('two lists on one page use separate names in the address', () => {
  const { list } = at('?state=in&second-state=gone_away', { ...shape, scope: 'second' });
  expect(list.query).toEqual({ state: 'gone_away' });
});

test('on a phone one button says what it opens and how many filters are active', () => {
  expect(at('').html).toMatch(/<button[^>]*aria-haspopup="dialog"[^>]*aria-label="Filter and sort"/);
  expect(at('?state=in&from=2026-11-02&search=Ann').html).toContain('aria-label="Filter and sort (2)"');
});

test('a column’s head announces the order of the list, and names the column even if its button is hidden', () => {
  const head = (html: string, name: string) =>
    new RegExp(`<th[^>]*aria-label="${name}"[^>]*>`).exec(html)![0];
  expect(head(at('').html, 'Since')).toContain('aria-sort="descending"');
  expect(head(at('').html, 'Name')).not.toContain('aria-sort');
  expect(head(at('?sort=name').html, 'Name')).toContain('aria-sort="ascending"');
  expect(at('').html).toMatch(/<button[^>]*aria-label="Sort by Age"/);
  expect(at('').html).toMatch(/<th[^>]*>Town<\/th>/);
});

test('presses on a head cycle through its two orders and the usual one', () => {
  const presses = (name: 'age' | 'name' | 'date', kind: 'number' | 'text' | 'date', usual?: string) => {
    let sort = usual ?? '';
    return [1, 2, 3, 4].map(() => (sort = orderAfter({ by: name, kind }, { sort, ...(usual && { usual }) })));
  };
  expect(presses('age', 'number', '-date')).toEqual(['-age', 'age', '-date', '-age']);
  expect(presses('name', 'text', '-date')).toEqual(['name', '-name', '-date', 'name']);
  expect(presses('date', 'date', '-date')).toEqual(['date', '-date', 'date', '-date']);
  expect(presses('age', 'number')).toEqual(['-age', 'age', '-age', 'age']);
});

test('offers each order in words', () => {
  expect(sortsOf(columns).map(({ value, label }) => `${value}: ${label}`)).toEqual([
    '-name: Name, Z to A',
    'name: Name, A to Z',
    '-age: Age, highest first',
    'age: Age, lowest first',
    '-date: Since, newest first',
    'date: Since, oldest first',
  ]);
});

test('offers the usual order even if no column has it', () => {
  const [name, , , town] = columns as [Column<Person>, unknown, unknown, Column<Person>];
  expect(sortsOf([name, town], '-date')[0]).toEqual({ value: '-date', label: 'Newest first' });
  expect(sortsOf(columns, '-date').map(({ label }) => label)).not.toContain('Newest first');
  expect(sortsOf([name, town], 'date')[0]).toEqual({ value: 'date', label: 'Oldest first' });
  expect(sortsOf([town], '-date')).toEqual([]);
});
