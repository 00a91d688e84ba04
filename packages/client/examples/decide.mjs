// Lists the clips that wait for a decision, most urgent first.
import { createClient, rowsOf } from '../client.mjs';

const permille = createClient({ baseUrl: process.env.PERMILLE_URL, key: process.env.PERMILLE_KEY });

let waiting = 0;
for await (const clip of rowsOf(permille.hostSubmissions, { status: 'pending', sort: 'deadline' })) {
  waiting += 1;
  console.log(`${clip.decideBy} ${clip.listingTitle}: ${clip.url}`);
}
console.log(`${waiting} wait for a decision`);
