export const connectionErrors = {
  demo_post_without_account: {
    status: 422,
    title: 'No connected account',
    detail: 'Connect a TikTok, YouTube or Instagram account in Settings first: the post goes there.',
  },
  demo_reset_lately: {
    status: 429,
    title: 'Reset a moment ago',
    detail: 'The demo was just reset. Wait a few minutes, so that others can use what is new.',
  },
  demo_posts_used: {
    status: 429,
    title: 'No more posts today',
    detail: 'This account has made all of its posts of the demo for today. Make the next one tomorrow.',
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
      'Each check of a link, submission, caption check and new connection counts once for every account that we check at a platform. You can continue after midnight UTC.',
  },
  connection_denied: {
    status: 403,
    title: 'Not connected',
    detail: 'The platform reports that access was not granted.',
  },
  connection_permission_missing: {
    status: 403,
    title: 'Permission missing',
    detail:
      'The platform reports that a permission was not granted. Connect again and allow every permission.',
  },
  connection_other_account: {
    status: 409,
    title: 'Another account',
    detail:
      'You signed in to another account than the one whose analytics you wanted to release. Nothing was changed. Release them again and choose the same account.',
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
    detail: 'This platform account is already connected to another Permille account.',
  },
  code_not_needed: {
    status: 409,
    title: 'Connect it directly',
    detail: 'This platform can be connected by signing in there. No code is needed.',
  },
} as const;
