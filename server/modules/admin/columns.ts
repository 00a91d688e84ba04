import type { z } from 'zod';
import type { adminPanelRoutes } from '#contract/admin/admin.ts';
import type { InboxRow } from '#contract/admin/admin-inbox.ts';
import type { CsvColumns } from '#server/http/csv.ts';

/** A row of one of the panel's lists. */
export type AdminRow<Name extends 'adminUsers' | 'adminListings' | 'adminSubmissions' | 'auditLog'> =
  z.output<(typeof adminPanelRoutes)[Name]['reply']>['rows'][number];

export const inboxColumns: CsvColumns<InboxRow> = [
  ['Kind', (row) => row.kind],
  ['Who', (row) => row.who],
  ['What', (row) => row.what],
  ['Amount (USD)', (row) => row.amountMicros],
  ['Due', (row) => (row.isDeadline ? row.at : null)],
  ['Waiting since', (row) => (row.isDeadline ? null : row.at)],
  ['Clip id', (row) => row.submissionId],
  ['Id', (row) => row.id],
];

export const adminUsersColumns: CsvColumns<AdminRow<'adminUsers'>> = [
  ['Name', (row) => row.name],
  ['Email', (row) => row.email],
  ['Role', (row) => row.role],
  ['Status', (row) => row.status],
  ['Signed up', (row) => row.createdAt],
  ['Id', (row) => row.id],
];

export const adminListingsColumns: CsvColumns<AdminRow<'adminListings'>> = [
  ['Title', (row) => row.title],
  ['Creator', (row) => row.creator],
  ['Status', (row) => row.status],
  ['Budget (USD)', (row) => row.budgetMicros],
  ['Posted', (row) => row.createdAt],
  ['Id', (row) => row.id],
];

export const adminSubmissionsColumns: CsvColumns<AdminRow<'adminSubmissions'>> = [
  ['Clipper', (row) => row.clipper],
  ['Listing', (row) => row.listing],
  ['Status', (row) => row.status],
  ['Date', (row) => row.date],
  ['Views', (row) => row.views],
  ['Counted by', (row) => row.countLevel],
  ['Band', (row) => row.verdict.band],
  ['Score', (row) => row.verdict.score],
  ['Hold', (row) => row.verdict.fraudHoldState],
  ['Id', (row) => row.id],
];

export const auditLogColumns: CsvColumns<AdminRow<'auditLog'>> = [
  ['When', (row) => row.occurredAt],
  // A cell that begins with @ would be written with a quote, because spreadsheets take it for a formula.
  ['Actor', (row) => row.actor?.replace(/^@/, '') ?? null],
  ['Kind of actor', (row) => row.actorKind],
  ['Action', (row) => row.action],
  ['Subject', (row) => row.subjectType],
  ['Subject id', (row) => row.subjectId],
  ['Data', (row) => row.data],
  ['Id', (row) => row.id],
];
