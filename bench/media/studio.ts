import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EncodedPacketSink, FilePathSource, Input, type InputTrack, MP4 } from 'mediabunny';
import { median } from '../feed/load.ts';
import { type BenchRow, round, row } from '../result.ts';
import { startServer } from '../web/visits.ts';
import { exportByFfmpeg, type Film, hasFfmpeg, makeFilm } from './films.ts';
import { demoHost, offer } from './stage.ts';
import { CUT_SECONDS, type StudioVisit, visitStudio } from './studio-tab.ts';

/** A film as large per minute as the recording of a streamer's evening: 370 MB. */
const dense: Film = { name: 'dense', seconds: 20, copies: 20, kbits: 7_200, noise: 12 };
const long: Film = { name: 'long', seconds: 60, copies: 360, kbits: 250, noise: 0 };
/** Seconds at which the cuts begin, each a second after a key frame. */
const CUT_AT = { dense: 201, long: 10_807 };
const ROUNDS = 3;

/** Returns the bytes of a copy of the cut, which begins with the key frame before the cut. */
async function bytesOfCut(path: string, at: number): Promise<number> {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4] });
  const picture = new EncodedPacketSink((await input.getPrimaryVideoTrack())!);
  const from = (await picture.getKeyPacket(at))!.timestamp;
  let bytes = 0;
  for (const track of await input.getTracks()) bytes += await bytesBetween(track, from, at + CUT_SECONDS);
  input.dispose();
  return bytes;
}

async function bytesBetween(track: InputTrack, from: number, to: number): Promise<number> {
  const sink = new EncodedPacketSink(track);
  let bytes = 0;
  for await (const packet of sink.packets((await sink.getPacket(from))!)) {
    if (packet.timestamp >= to) break;
    bytes += packet.byteLength;
  }
  return bytes;
}

const MB = 1_000_000;

/**
 * Measures bytes, time and memory of the studio in Chromium, for a film of 370 MB and a film of six hours.
 */
export async function measureStudio(): Promise<BenchRow[]> {
  if (!(await hasFfmpeg())) throw new Error('The films of this bench are made by ffmpeg. Install it first.');
  const folder = mkdtempSync(join(tmpdir(), 'permille-bench-films-'));
  const server = await startServer({ UPLOADS_PERSON_GB: '10', UPLOADS_TOTAL_GB: '20' });
  try {
    const host = await demoHost(server.address);
    await host.call('POST', '/api/deposits/test-card', { amountMicros: '100000000' });
    const prepare = async (film: Film, second: number) => {
      const path = await makeFilm(folder, film);
      const id = await offer(host, `Bench: ${film.name}`, await host.upload(path));
      await host.call('POST', `/api/listings/${id}/pin`, { second, label: 'The parry' });
      return { path, id };
    };
    const one = await prepare(dense, CUT_AT.dense);
    const [copies, exports, byFfmpeg]: [StudioVisit[], StudioVisit[], number[]] = [[], [], []];
    for (let n = 0; n < ROUNDS; n++) {
      copies.push(await visitStudio(server.address, one.id, 'lossless'));
      exports.push(await visitStudio(server.address, one.id, 'edited'));
      const exporting = { from: one.path, at: CUT_AT.dense, seconds: CUT_SECONDS };
      byFfmpeg.push(await exportByFfmpeg({ ...exporting, to: join(folder, 'export.mp4') }));
    }
    const cut = await bytesOfCut(one.path, CUT_AT.dense);
    const six = await prepare(long, CUT_AT.long);
    const tab = await visitStudio(server.address, six.id, 'edited');
    return [...rowsOf({ copies, exports, byFfmpeg }, cut), ...rowsOfLong(tab)];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

interface Measured {
  copies: StudioVisit[];
  exports: StudioVisit[];
  byFfmpeg: number[];
}

const read = (name: string, bytes: number, most: number | null, target: number) =>
  row({
    name: `studio, read ${name}`,
    value: round(bytes / MB),
    unit: 'MB',
    baseline: most === null ? null : round(most / MB),
    target: round(target / MB),
    lowerIsBetter: true,
  });

function rowsOf({ copies, exports, byFfmpeg }: Measured, cut: number): BenchRow[] {
  const middle = (visits: StudioVisit[], what: keyof StudioVisit) => median(visits.map((one) => one[what]));
  return [
    read('until its first picture stands', middle([...copies, ...exports], 'opened'), null, MB),
    read('for a lossless cut, against its bytes', middle(copies, 'exported'), cut, 1.1 * cut),
    read('for an export, against its bytes', middle(exports, 'exported'), cut, 1.3 * cut),
    row({
      name: 'studio, export of 20 s, against ffmpeg veryfast',
      value: round(middle(exports, 'exportSeconds')),
      unit: 's',
      baseline: round(median(byFfmpeg)),
      target: round(1.3 * median(byFfmpeg)),
      lowerIsBetter: true,
    }),
  ];
}

const rowsOfLong = ({ opened, memoryMb }: StudioVisit): BenchRow[] => [
  read('until the first picture of six hours stands', opened, null, MB),
  row({
    name: 'studio, memory of its tab on six hours, after an export',
    value: round(memoryMb),
    unit: 'MB',
    baseline: null,
    target: 500,
    lowerIsBetter: true,
  }),
];
