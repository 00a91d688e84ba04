/** The variables that a live system requires, for tests that don't set their own. No mail server listens. */
export const LIVE_ENV = {
  MODE: 'live',
  APP_URL: 'http://localhost:3000',
  SMTP_URL: 'smtp://127.0.0.1:25',
  ALERT_EMAIL: 'operator@permille.example',
};
