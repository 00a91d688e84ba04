export const followErrors = {
  followed_hosts_full: {
    status: 409,
    title: 'You follow many hosts',
    detail: 'You follow 200 hosts. Unfollow one in Settings, then follow this one.',
  },
  saved_searches_full: {
    status: 409,
    title: 'Too many saved searches',
    detail: 'You have saved 20 searches. Remove one in Settings, then save this one.',
  },
} as const;
