// Posts a listing only once, even if this program runs several times with the same name.
import { createClient, PermilleError } from '../client.mjs';

const { PERMILLE_URL: baseUrl, PERMILLE_KEY: key, LISTING_NAME: name = 'evening-2026-03-02' } = process.env;
const permille = createClient({ baseUrl, key });

try {
  const { id } = await permille.createListing(
    {
      title: 'Best moments of the long evening',
      description: 'Clip the funniest minute of the stream.',
      instructions: 'Vertical, with captions.',
      platforms: ['tiktok'],
      sourceMediaId: null,
      sourceUrl: 'https://videos.example/evening.mp4',
      rateCentsPerMille: 200,
      budgetMicros: '30000000',
      rules: {},
    },
    { idempotencyKey: `listing ${name}`.replaceAll(' ', '-') },
  );
  console.log(`posted ${id}`);
} catch (error) {
  if (!(error instanceof PermilleError)) throw error;
  console.log(`refused: ${error.code}`);
}
