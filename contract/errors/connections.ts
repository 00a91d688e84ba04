export const connectionErrors = {
  demo_post_without_account: {
    status: 422,
    title: 'No connected account',
    detail:
      'Connect a TikTok, YouTube or Instagram account in Settings first. The post is made on that account.',
  },
  demo_reset_lately: {
    status: 429,
    title: 'Reset a moment ago',
    detail: 'The demo was just reset. Wait a few minutes before you reset it again.',
  },
  demo_posts_used: {
    status: 429,
    title: 'No more posts today',
    detail: 'This account has used all of today’s demo posts. Make the next one tomorrow.',
  },
  platform_unavailable: {
    status: 503,
    title: 'Platform unavailable',
    detail: 'The platform does not answer right now. Nothing was lost; try again in a moment.',
  },
  platform_not_set_up: {
    status: 409,
    title: 'Not set up here',
    detail:
      'This server can’t connect to this platform. An account is verified by a code in its bio instead: get one in your settings.',
  },
  platform_lookups_used: {
    status: 429,
    title: "You have used today's 300 checks",
    detail:
      'You can continue after midnight UTC. Each checked link, submission, caption check and new connection counts once per account that we check.',
  },
  connection_denied: {
    status: 403,
    title: 'Not connected',
    detail: 'Connect again and allow access: you didn’t grant it to us there.',
  },
  connection_permission_missing: {
    status: 403,
    title: 'Permission missing',
    detail: 'Connect again and allow every permission: you didn’t grant one of them.',
  },
  connection_other_account: {
    status: 409,
    title: 'Another account',
    detail:
      'Release the analytics again and choose the same account. You signed in to another account, so nothing was changed.',
  },
  analytics_not_granted: {
    status: 403,
    title: 'Analytics not released',
    detail:
      'You did not grant the permission to view analytics. Your account stays connected, and its clips are judged by their counts alone.',
  },
  connection_state_invalid: {
    status: 400,
    title: 'Not connected',
    detail: 'The connection took too long or was started elsewhere. Start it again.',
  },
  connection_taken: {
    status: 409,
    title: 'Not connected',
    detail: 'Another Permille account is connected to this platform account. Disconnect it there first.',
  },
  code_not_needed: {
    status: 409,
    title: 'Connect it directly',
    detail: 'This platform can be connected by signing in there. No code is needed.',
  },
} as const;
