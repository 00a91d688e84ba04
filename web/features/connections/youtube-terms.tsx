const outside = { target: '_blank', rel: 'noopener noreferrer', className: 'underline' } as const;

/**
 * Statements and links that YouTube's developer policies (III.A, III.B) require where a channel is connected.
 */
export const YoutubeTerms = () => (
  <span className="block basis-full text-muted text-sm">
    Permille uses YouTube API Services. By connecting YouTube you agree to the{' '}
    <a href="https://www.youtube.com/t/terms" {...outside}>
      YouTube Terms of Service
    </a>
    ; see also the{' '}
    <a href="https://policies.google.com/privacy" {...outside}>
      Google Privacy Policy
    </a>
    . You can end the access at any time, in your settings here or in{' '}
    <a href="https://security.google.com/settings/security/permissions" {...outside}>
      Google’s security settings
    </a>
    .
  </span>
);
