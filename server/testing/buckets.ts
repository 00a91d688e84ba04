import { randomBytes } from 'node:crypto';
import { type Bucket, openS3 } from '#server/infra/s3/objects.ts';
import { type SimulatedS3, simulateS3 } from '#simulator/servers/s3.ts';

const KEYS = { bucket: 'permille-tests', accessKeyId: 'test-key', secretAccessKey: 'test-secret' };

/**
 * Opens a bucket of the simulated server. If TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY_ID and
 * TEST_S3_SECRET_ACCESS_KEY are set, opens one of that real server instead (ops/radosgw.sh).
 */
export async function testBucket(): Promise<{ s3: Bucket; simulated: SimulatedS3 | null; close(): void }> {
  const { TEST_S3_ENDPOINT: endpoint, TEST_S3_ACCESS_KEY_ID, TEST_S3_SECRET_ACCESS_KEY } = process.env;
  if (!endpoint) {
    const simulated = await simulateS3(KEYS);
    const s3 = await openS3({ ...KEYS, endpoint: simulated.endpoint, region: 'us-east-1' });
    return { s3, simulated, close: simulated.close };
  }
  const s3 = await openS3({
    endpoint,
    region: 'us-east-1',
    bucket: `tests-${randomBytes(6).toString('hex')}`,
    accessKeyId: TEST_S3_ACCESS_KEY_ID!,
    secretAccessKey: TEST_S3_SECRET_ACCESS_KEY!,
  });
  await s3.makeBucket();
  return { s3, simulated: null, close: () => undefined };
}
