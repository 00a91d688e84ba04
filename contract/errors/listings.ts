export const listingErrors = {
  platform_connection_required: {
    status: 422,
    title: 'Platform Connection Required',
    detail: 'Please connect your platform before posting a listing.',
  },
  platform_selection_required: {
    status: 422,
    title: 'Platform Selection Required',
    detail: 'Please select at least one platform for your listing.',
  },
  video_upload_required: {
    status: 422,
    title: 'Video Upload Required',
    detail: 'Please upload an MP4 source video for clippers to use.',
  },
  insufficient_balance: {
    status: 422,
    title: 'Insufficient Balance',
    detail: 'Please add funds to continue.',
  },
  pins_full: {
    status: 409,
    title: 'Too many pins',
    detail: 'A listing has at most 50 pins. Remove one first.',
  },
  listing_state: {
    status: 409,
    title: 'Not possible now',
    detail: 'The state of this listing has changed. The page shows the current one.',
  },
} as const;
