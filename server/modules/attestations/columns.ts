import type { WaitingAttestation } from '#contract/admin/admin-attestations.ts';
import type { CsvColumns } from '#server/http/csv.ts';

export const waitingAttestationsColumns: CsvColumns<WaitingAttestation> = [
  ['Clipper', (row) => row.clipper],
  ['Listing', (row) => row.listing],
  ['Post', (row) => row.postUrl],
  ['Reported views', (row) => row.reportedViews],
  ['Reading', (row) => row.state],
  ['Views read', (row) => row.readViews],
  ['Sent', (row) => row.sentAt],
  ['Confirmations', (row) => row.confirmations.length],
  ['Id', (row) => row.id],
];
