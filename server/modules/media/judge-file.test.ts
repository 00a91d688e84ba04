import { mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runChild } from '#server/infra/child.ts';
import { MINUTE, MovableClock } from '#server/infra/clock.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testUploads } from '#server/testing/uploads.ts';
import { shortVideo, withNumber } from '#server/testing/videos.ts';
import { judgeInChild } from './judge-file.ts';
import { createMediaModule } from './media.ts';

const folder = mkdtempSync(join(tmpdir(), 'permille-children-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'video.mp4');
writeFileSync(path, shortVideo);

/** Creates a judge whose child process runs this program. */
const judgeBy = (program: string, ms?: number) =>
  judgeInChild({ program: async () => ['-e', program], tries: 1, ...(ms !== undefined && { ms }) });
const unreadable = { code: 'file_unreadable' };

test.each([
  ['hangs', 'for (;;) {}'],
  ['waits for ever', 'setInterval(() => undefined, 1000)'],
])('a child that %s is killed, and the file is unreadable', async (_what, program) => {
  expect(await judgeBy(program, 500)(path)).toMatchObject(unreadable);
});

test.each([
  ['eats the heap', 'const all = []; for (;;) all.push({ n: all.length });'],
  ['crashes', 'process.abort()'],
  ['throws', 'throw new Error("no")'],
  ['says nothing', ''],
  ['says what is no verdict', 'process.stdout.write(`{"durationMs":-1,"width":1,"height":1}`)'],
  ['never stops talking', 'setInterval(() => process.stdout.write("x".repeat(9999)), 1)'],
])('a file is unreadable if its child %s', async (_what, program) => {
  expect(await judgeBy(program)(path)).toMatchObject(unreadable);
});

const picture = {
  name: 'H.264',
  profile: null,
  bitDepth: 8,
  playable: true,
  framesPerSecond: 30,
  rotation: 0,
};
const format = { picture, sound: null, bitsPerSecond: 1 };
const verdict = { durationMs: 1, width: 1, height: 1, format, indexBytes: 0 };
const linux = process.platform === 'linux';
test('a child that allocates memory outside the heap gets at most 256 MB', async () => {
  const program = `const all = []; for (let mb = 0; mb < 400; mb += 16) all.push(Buffer.alloc(16 << 20, 1));
    process.stdout.write('${JSON.stringify(verdict)}')`;
  // Systems other than Linux limit the heap only.
  expect(await judgeBy(program)(path)).toMatchObject(linux ? unreadable : { width: 1 });
});

test('a child killed once does not condemn the file: the next child judges it', async () => {
  const mark = join(folder, 'tried');
  // The first child leaves a mark and dies, like a child that a busy machine kills.
  const program = `import { existsSync, writeFileSync } from 'node:fs';
    if (!existsSync('${mark}')) { writeFileSync('${mark}', ''); process.abort(); }
    process.stdout.write('${JSON.stringify(verdict)}')`;
  const judge = judgeInChild({ program: async () => ['--input-type=module', '-e', program] });
  expect(await judge(path)).toMatchObject({ width: 1 });
});

test('a child that could not be started does not condemn the file', async () => {
  const limits = { ms: 5_000, heapMb: 64, memoryMb: 256, outputBytes: 100 };
  await expect(runChild(['-e', ' '.repeat(300_000)], limits)).rejects.toThrow();
});

test('a child gets none of our environment variables', async () => {
  // Prints all variables except those that the shell adds.
  const printEnvironment = `const { env } = process;
    process.stdout.write(Object.keys(env).filter((name) => !/^(PWD|OLDPWD|_|SHLVL)$/.test(name)).join())`;
  const limits = { ms: 5_000, heapMb: 64, memoryMb: 256, outputBytes: 10_000 };
  expect(String(await runChild(['-e', printEnvironment], limits))).toBe('');
});

/** Writes the index of a ten-hour video at 60 frames a second (216,000 an hour), without any frame data. */
function tenHours(): string {
  const samples = 10 * 3_600 * 60;
  const perChunk = 60;
  const chunks = samples / perChunk;
  const box = (kind: string, ...parts: Buffer[]): Buffer => {
    const head = Buffer.alloc(8);
    head.write(kind, 4, 'latin1');
    head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0));
    return Buffer.concat([head, ...parts]);
  };
  const numbers = (count: number, at: (index: number) => number): Buffer => {
    const bytes = Buffer.alloc(4 * count);
    for (let index = 0; index < count; index++) bytes.writeUInt32BE(at(index), 4 * index);
    return bytes;
  };
  const table = (kind: string, count: number, fields: number, at: (index: number) => number) =>
    box(
      kind,
      numbers(2, (index) => index * count),
      numbers(count * fields, at),
    );
  const each = (even: number, odd: number) => (index: number) => (index % 2 === 0 ? even : odd);
  const head = (kind: string) => {
    const at = shortVideo.indexOf(kind, 0, 'latin1') - 4;
    return shortVideo.subarray(at, at + shortVideo.readUInt32BE(at));
  };
  const stbl = box(
    'stbl',
    head('stsd'),
    table('stts', samples, 2, each(1, 256)),
    table('ctts', samples, 2, each(1, 512)),
    box(
      'stsz',
      numbers(3, (index) => (index === 2 ? samples : 0)),
      numbers(samples, () => 3_000),
    ),
    table('stsc', 1, 3, (index) => [1, perChunk, 1][index]!),
    table('stco', chunks, 1, (index) => 1_000 * index),
  );
  const mdia = box('mdia', withNumber(head('mdhd'), 'mdhd', 12, 15_360), head('hdlr'), box('minf', stbl));
  const moov = box('moov', head('mvhd'), box('trak', head('tkhd'), mdia));
  const file = join(folder, 'ten-hours.mp4');
  const front = Buffer.concat([head('ftyp'), moov, Buffer.from([0, 0, 0, 0]), Buffer.from('mdat')]);
  writeSync(openSync(file, 'w'), front);
  // The file is sparse. Its box of samples extends to its end.
  truncateSync(file, 6 * 1024 ** 3);
  return file;
}

test('judges ten hours at 60 frames a second within the memory limit', async () => {
  expect(await judgeInChild({ ms: MINUTE })(tenHours())).toMatchObject({
    // The last frame is shown a thirtieth of a second after it is decoded.
    durationMs: 36_000_033,
    width: 320,
    height: 180,
  });
});

test('the server answers while a file hangs in its child process, and then refuses the file', async () => {
  const t = await testDatabase();
  const hanging = judgeBy('for (;;) {}', 1_000);
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const judge = (file: string) => {
    begin();
    return hanging(file);
  };
  const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
  const module = createMediaModule({ db: t.db, secrets: soleSecret('secret'), dataDir: folder, judge });
  const app = await testApi(t.db, clock, [module]);
  const { announce, idOf, patch, runDue, show } = testUploads(app, module, clock);
  const host = await testPerson(t.db, 'host');
  const id = idOf(await announce(host, shortVideo.length));
  await patch(host, id, shortVideo);
  const checked = runDue();
  await begun;
  expect(await show(host, id)).toMatchObject({ state: 'checking' });
  await checked;
  expect(await show(host, id)).toMatchObject({ state: 'refused', refusal: 'file_unreadable' });
  await app.close();
  await t.close();
});
