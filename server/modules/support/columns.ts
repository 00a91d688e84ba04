import type { z } from 'zod';
import { supportCategoryNames, type supportRoutes } from '#contract/support/support.ts';
import type { takedownRoutes } from '#contract/support/takedowns.ts';
import type { CsvColumns } from '#server/http/csv.ts';

type Row<Name extends 'supportInbox'> = z.output<(typeof supportRoutes)[Name]['reply']>['rows'][number];

export const supportInboxColumns: CsvColumns<Row<'supportInbox'>> = [
  ['Sent', (row) => row.sentAt],
  ['Name', (row) => row.name],
  ['Email', (row) => row.email],
  ['Username', (row) => row.username],
  ['Category', (row) => supportCategoryNames[row.category]],
  ['State', (row) => row.state],
  ['Message', (row) => row.message],
  ['Answers', (row) => row.answers.length],
  ['Id', (row) => row.id],
];

type Takedown = z.output<typeof takedownRoutes.adminTakedowns.reply>['rows'][number];

export const adminTakedownsColumns: CsvColumns<Takedown> = [
  ['Sent', (row) => row.sentAt],
  ['Name', (row) => row.name],
  ['Email', (row) => row.email],
  ['On behalf of', (row) => row.onBehalfOf],
  ['Username', (row) => row.username],
  ['Clip or source', (row) => row.url],
  ['Work', (row) => row.work],
  ['Signature', (row) => row.signature],
  ['Handled', (row) => row.handled?.at ?? null],
  ['Handled by', (row) => row.handled?.by ?? null],
  ['What was done', (row) => row.handled?.note ?? null],
  ['Id', (row) => row.id],
];
