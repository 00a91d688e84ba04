import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type ListQuery, QueryList } from './query-list.tsx';
import { QueryTable, TablePanel } from './query-table.tsx';

interface Row {
  name: string;
}

const page = (...names: string[]) => ({ rows: names.map((name) => ({ name })) });
const query = (part: Partial<ListQuery<Row>>): ListQuery<Row> => ({
  data: undefined,
  error: null,
  refetch: () => {},
  ...part,
});
const table = {
  what: 'people',
  caption: 'People, oldest first',
  columns: [{ header: 'Name', cell: (row: Row) => row.name }],
  rowKey: (row: Row) => row.name,
  empty: 'Nobody is here.',
};
const shown = (of: Partial<ListQuery<Row>>): string =>
  renderToStaticMarkup(<QueryTable {...table} of={query(of)} />);

const offline = new Error('The server could not be reached.');

test('while it loads, a table has its final shape and says that it loads', () => {
  const html = shown({});
  expect(html).toContain('data-loading="true"');
  expect(html).toContain('aria-busy="true"');
  expect(html).toContain('Name');
  expect(html).not.toContain('Nobody is here.');
});

test('a list that did not load says so with the reason, and offers another try', () => {
  const html = shown({ error: offline });
  expect(html).toContain('The people did not load.');
  expect(html).toContain('The server could not be reached.');
  expect(html).toContain('Try again');
  expect(html).not.toContain('<table');
});

test('loaded rows stay after a later refresh failed', () => {
  const html = shown({ data: page('Ann'), error: offline });
  expect(html).toContain('Ann');
  expect(html).not.toContain('did not load');
});

test('an empty list says what will appear in it', () => {
  expect(shown({ data: page() })).toBe('Nobody is here.');
  expect(shown({ data: { pages: [page()] } })).toBe('Nobody is here.');
});

test('the rows of all pages are in one table, with a button for the next page until all are loaded', () => {
  const pages = { data: { pages: [page('Ann', 'Bo'), page('Cy')] } };
  const html = shown({ ...pages, hasNextPage: true });
  expect(html.match(/Ann|Bo|Cy/g)).toEqual(['Ann', 'Bo', 'Cy']);
  expect(html).toContain('Show more people');
  expect(shown({ ...pages, hasNextPage: false })).not.toContain('Show more');
});

test('a row that moved while the list was paged appears once, in its first place', () => {
  const html = shown({ data: { pages: [page('Ann', 'Bo'), page('Bo', 'Cy')] } });
  expect(html.match(/Ann|Bo|Cy/g)).toEqual(['Ann', 'Bo', 'Cy']);
});

test('counts new rows above the table and shows them only on request', () => {
  const held = { rows: [{ name: 'Ann' }], count: 1, show: () => {} };
  const html = renderToStaticMarkup(
    <QueryTable {...table} of={query({ data: page('Cy', 'Ann') })} held={held} />,
  );
  expect(html.match(/Ann|Cy|1 new/g)).toEqual(['1 new', 'Ann']);
});

test('a next page that did not load says so beside the rows', () => {
  const html = shown({ data: { pages: [page('Ann')] }, hasNextPage: true, isFetchNextPageError: true });
  expect(html).toContain('Ann');
  expect(html).toContain('The next people did not load.');
  expect(html).toContain('Try again');
});

test('a table in a panel has a title and a CSV file', () => {
  const html = renderToStaticMarkup(
    <TablePanel {...table} title="Everybody" csv="/api/people.csv" of={query({ data: page('Ann') })} />,
  );
  expect(html).toContain('Everybody');
  expect(html).toMatch(/<a href="\/api\/people.csv" download="" aria-label="Export people as CSV"/);
});

test('a list that is not a table has the same states', () => {
  const list = (of: Partial<ListQuery<Row>>) =>
    renderToStaticMarkup(
      <QueryList of={query(of)} what="people" failed="Your people did not load." empty="Nobody.">
        {(rows, more) => (
          <>
            <b>{rows.length} here</b>
            {more}
          </>
        )}
      </QueryList>,
    );
  expect(list({})).toContain('data-loading="true"');
  expect(list({ error: offline })).toContain('Your people did not load.');
  expect(list({ data: page() })).toBe('Nobody.');
  expect(list({ data: page('Ann', 'Bo') })).toBe('<b>2 here</b>');
  expect(list({ data: { pages: [page('Ann')] }, hasNextPage: true })).toContain('Show more people');
});
