import { expect, test } from 'vitest';
import { outsideUrlFault } from './outside-url.ts';
import { isPublicAddress } from './public-address.ts';

const fault = (url: string) => outsideUrlFault(url, { allowLoopback: false });

test.each([
  'https://hooks.example.com/permille',
  'https://hooks.example.com:8443/permille?token=1',
  'https://HOOKS.example.com./x',
  'https://93.184.216.34/x',
  'https://[2606:4700::1111]/x',
])('%s may be called', (url) => {
  expect(fault(url)).toBeNull();
});

test.each([
  ['http://hooks.example.com/', 'must begin with https://'],
  ['ftp://hooks.example.com/', 'must begin with https://'],
  ['file:///etc/passwd', 'must begin with https://'],
  ['javascript:alert(1)', 'must begin with https://'],
  ['gopher://hooks.example.com:70/', 'must begin with https://'],
  ['hooks.example.com', 'must be an address'],
  ['https://', 'must be an address'],
  ['https://999.1.1.1/', 'must be an address'],
  ['https://user@hooks.example.com/', 'must not contain a user name'],
  ['https://user:word@hooks.example.com/', 'must not contain a user name'],
  ['https://hooks.example.com@127.0.0.1/', 'must not contain a user name'],
  ['https://hooks.example.com/#a', 'must not contain a #'],
  ['https://hooks.example.com:22/', 'must use port'],
  ['https://hooks.example.com:6379/', 'must use port'],
  ['https://hooks.example.com:80/', 'must use port'],
])('%s is refused: it %s', (url, why) => {
  expect(fault(url)).toContain(why);
});

/** Check 26: spellings of hosts that lead to the inside network. */
const INSIDE = [
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  'intranet',
  'postgres.',
  '127.0.0.1',
  '127.1',
  '127.255.255.254',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '１２７.０.０.１',
  '127。0。0。1',
  '0',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '012.0.0.1',
  '100.64.0.1',
  '100.127.255.254',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:93.184.216.34]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::]',
  '[2001::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[100::1]',
  '[5f00::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
];

test.each(INSIDE)('check 26: a webhook to %s is refused', (host) => {
  expect(fault(`https://${host}/`)).toMatch(/must (?:name a host on the public internet|be an address)/);
});

test('only plain forms of an address are examined, and none with a zone', () => {
  for (const text of ['1.1.1.1', '93.184.216.34', '2606:4700::1111'])
    expect(isPublicAddress(text)).toBe(true);
  for (const text of [
    '',
    'a',
    '1.1',
    '0x01010101',
    '01.1.1.1',
    '16843009',
    '2606:4700::1111%eth0',
    'fe80::1%1',
  ])
    expect(isPublicAddress(text)).toBe(false);
});

test('with loopback allowed, this machine may be called by http and any port, and no other internal address may', () => {
  const own = (url: string) => outsideUrlFault(url, { allowLoopback: true });
  for (const url of [
    'http://127.0.0.1:8080/',
    'http://localhost:8080/',
    'https://[::1]:9/',
    'http://a.localhost/',
  ])
    expect(own(url)).toBeNull();
  for (const url of [
    'http://10.0.0.1/',
    'https://192.168.0.1/',
    'http://hooks.example.com/',
    'ftp://127.0.0.1/',
  ])
    expect(own(url)).not.toBeNull();
  expect(own('http://me@127.0.0.1/')).toContain('user name');
});
