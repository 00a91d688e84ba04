export const listingResultErrors = {
  result_links_full: {
    status: 409,
    title: 'Too many links',
    detail: '10 links share this listing. Revoke one that is no longer needed, then share it again.',
  },
} as const;
