export const verifiedRecordErrors = {
  verified_records_full: {
    status: 409,
    title: 'Too many shared records',
    detail: 'You share 20 records. End one that is no longer needed, then share another.',
  },
} as const;
