/** What a live system does not start without, as far as no test says otherwise. Nobody listens where mails go. */
export const LIVE_ENV = {
  MODE: 'live',
  APP_URL: 'http://localhost:3000',
  SMTP_URL: 'smtp://127.0.0.1:25',
  ALERT_EMAIL: 'operator@permille.example',
};
