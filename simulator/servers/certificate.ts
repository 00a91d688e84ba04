import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
};

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  return length < 0x100 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 0xff]);
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
/** The algorithm 1.2.840.113549.1.1.11 (sha256WithRSAEncryption), without parameters. */
const algorithm = sequence(
  der(0x06, Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b])),
  der(0x05),
);
const commonName = (name: string): Buffer =>
  sequence(
    der(0x31, sequence(der(0x06, Buffer.from([0x55, 0x04, 0x03])), der(0x0c, Buffer.from(name, 'utf8')))),
  );
const utcTime = (text: string): Buffer => der(0x17, Buffer.from(text, 'ascii'));

/**
 * Makes a new RSA key, and a certificate signed by that key (X.509 version 1, RFC 5280), valid from 2020 to
 * the end of 2049.
 */
export function selfSigned(name: string): { privateKey: KeyObject; pem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const subject = commonName(name);
  const body = sequence(
    der(0x02, Buffer.from([1])),
    algorithm,
    subject,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const whole = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g)!;
  return {
    privateKey,
    pem: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}
