import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { RowTitle } from './row-title.tsx';
import { type Column, Table } from './table.tsx';

interface Person {
  name: string;
}

const title: Column<Person> = {
  header: 'Name',
  phone: 'title',
  cell: (row) => <RowTitle to="/people/7">{row.name}</RowTitle>,
};
const amount: Column<Person> = { header: 'Earned', align: 'right', phone: 'amount', cell: () => '$30.00' };
const status: Column<Person> = { header: 'Status', phone: 'status', cell: () => 'Paid' };
const date: Column<Person> = { header: 'Date', cell: () => '2026-11-02' };

const shown = (columns: Column<Person>[]): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Table caption="People" columns={columns} rows={[{ name: 'Ann' }]} rowKey={(row) => row.name} />
    </MemoryRouter>,
  );
/** Returns the class names of the header or cell with this text. */
const classesOf = (html: string, tag: 'th' | 'td', text: string): string =>
  new RegExp(`<${tag}[^>]*class="([^"]*)"[^>]*>${text}</${tag}>`).exec(html)![1]!;

test('a row of two lines keeps the roles and headers of a table', () => {
  const html = shown([title, amount, status, date]);
  expect(html.match(/role="columnheader"/g)).toHaveLength(5);
  expect(html.match(/role="cell"/g)).toHaveLength(5);
  for (const role of ['table', 'rowgroup', 'row']) expect(html).toContain(`role="${role}"`);
});

test('a header is hidden with its cells, so that the others stay above their columns', () => {
  const html = shown([title, amount, { ...date, phone: 'hidden' }]);
  for (const [header, cell] of [
    ['Earned', '\\$30.00'],
    ['Date', '2026-11-02'],
  ])
    expect(classesOf(html, 'th', header!).includes('@max-4xl:hidden')).toBe(
      classesOf(html, 'td', cell!).includes('@max-4xl:hidden'),
    );
  expect(classesOf(html, 'th', 'Date')).toContain('@max-4xl:hidden');
  expect(classesOf(html, 'th', 'Earned')).not.toContain('@max-4xl:hidden');
});

test('one link makes the whole row lead to the object', () => {
  const html = shown([title, amount, { ...date, phone: 'hidden' }]);
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(html).toMatch(/<a [^>]*data-row="true"[^>]*>Ann<\/a>/);
  expect(html).not.toContain('<button');
});

test('columns without a place appear by a button that is named after the row', () => {
  const html = shown([title, date]);
  const [, id, labels] = /<button[^>]* id="([^"]+)"[^>]*aria-labelledby="([^"]+)"/.exec(html)!;
  expect(labels).toBe(`${id} ${id}title`);
  expect(html).toContain(`<td id="${id}title"`);
  expect(html).toMatch(/<button[^>]*aria-label="More of"[^>]*aria-expanded="false"/);
});

test('a table of figures without a title stays a table', () => {
  const html = shown([date, { ...amount, phone: undefined } as Column<Person>]);
  expect(html).not.toContain('@max-4xl:grid');
  expect(html).not.toContain('@max-4xl:hidden');
  expect(html).not.toContain('<button');
});

test('skeleton rows are as high as the final ones', () => {
  const html = renderToStaticMarkup(
    <Table caption="People" columns={[title, amount]} rows={undefined} rowKey={(row) => row.name} />,
  );
  expect(html.match(/<tr class="[^"]*@max-4xl:min-h-16/g)).toHaveLength(4);
});
