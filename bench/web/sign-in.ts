import type { BrowserContext } from '@playwright/test';

/** Signs in to the demo's account of this role. */
export async function signIn(context: BrowserContext, role: string): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  await context.request.post('/api/auth/demo-login', { data: { role }, headers });
}
