import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'settings-'));
});
afterAll(() => rmSync(cwd, { recursive: true }));

function refusal(env: Record<string, string>): string {
  try {
    readSettings(env, cwd);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  throw new Error('the settings were accepted');
}

test('nothing set gives the documented defaults', () => {
  expect(readSettings({}, cwd)).toEqual({
    port: 8800,
    host: '127.0.0.1',
    dataDir: path.join(cwd, 'data'),
    fileStore: path.join(cwd, 'data', 'files'),
    keyFile: path.join(cwd, 'data', 'master.key'),
    logLevel: 'info',
    licenseRequired: false,
    trustProxy: false,
    allowedNetworks: [],
    archiveFolders: [],
    sourceFolders: [],
    sessionIdleMinutes: 30,
    sessionWholeHours: 12,
    sessionsPerPerson: 3,
    maxConnections: 10_000,
  });
});

test('every wrong setting is named at once, secrets are not repeated', () => {
  const message = refusal({
    PORT: '88000',
    MASTER_KEY: 'hunter2',
    DATABASE_URL: 'mysql://u:hunter3@h/d',
    LICENSE_REQUIRED: 'maybe',
    LOG_LEVEL: 'loud',
  });
  expect(message.split('\n')).toHaveLength(5);
  expect(message).toContain('The setting PORT must be a whole number from 0 to 65535.');
  expect(message).toContain('The setting MASTER_KEY must be 32 random bytes');
  expect(message).toContain('The setting DATABASE_URL must be the address of a PostgreSQL');
  expect(message).toContain('The setting LICENSE_REQUIRED must be true or false.');
  expect(message).toContain('The setting LOG_LEVEL must be fatal');
  expect(message).not.toContain('hunter');
});

test('the environment wins over .env, blanks count as absent', () => {
  writeFileSync(path.join(cwd, '.env'), 'PORT=9000\nHOST="0.0.0.0"\n# remark\nADMIN_PASSWORD=\n');
  expect(readSettings({ PORT: '9001', LOG_LEVEL: ' ' }, cwd)).toMatchObject({ port: 9001, host: '0.0.0.0', logLevel: 'info' });
  rmSync(path.join(cwd, '.env'));
});

test.each([
  ['10.0.0.0/8, 192.168.1.7 127.0.0.1:3306', ['10.0.0.0/8', '192.168.1.7', '127.0.0.1:3306']],
  ['fd00::/8,[::1]:389', ['fd00::/8', '[::1]:389']],
])('ALLOWED_NETWORKS %s', (text, list) => {
  expect(readSettings({ ALLOWED_NETWORKS: text }, cwd).allowedNetworks).toEqual(list);
});

test.each(['10.0.0.0/33', '127.0.0.0/8', 'everything', '127.0.0.1:99999', '[nonsense]:3'])('ALLOWED_NETWORKS refuses %s', (text) => {
  expect(refusal({ ALLOWED_NETWORKS: text })).toContain('The setting ALLOWED_NETWORKS');
});

test.each([
  ['true', true],
  ['0', false],
  ['2', 2],
  ['10.0.0.1, 10.1.0.0/16', ['10.0.0.1', '10.1.0.0/16']],
])('TRUST_PROXY %s', (text, value) => {
  expect(readSettings({ TRUST_PROXY: text }, cwd).trustProxy).toEqual(value);
});

test('MASTER_KEY is hexadecimal or base64, and may be several', () => {
  const key = Buffer.alloc(32, 0xfb);
  const forms = [key.toString('hex'), key.toString('base64'), key.toString('base64url')];
  for (const text of [...forms, forms.join(', ')]) expect(readSettings({ MASTER_KEY: text }, cwd).masterKey).toBe(text);
  expect(refusal({ MASTER_KEY: `${forms[0]},abc` })).toContain('The setting MASTER_KEY must be 32 random bytes');
});

test('FILE_STORE is a folder or s3, PUBLIC_URL loses its trailing slash', () => {
  expect(readSettings({ FILE_STORE: 'files' }, cwd).fileStore).toBe(path.join(cwd, 'files'));
  const bucket = 's3://key:secret@host:9000/bucket/prefix?tls=0';
  expect(readSettings({ FILE_STORE: bucket }, cwd).fileStore).toBe(bucket);
  for (const text of ['s3://bucket/prefix', 's3://key:hunter4@host'])
    expect(refusal({ FILE_STORE: text })).toMatch(/^The setting FILE_STORE must be a folder, or s3:\/\/key:secret@host(?!.*hunter)/);
  expect(refusal({ FILE_STORE: 'ftp://host/x' })).toContain('The setting FILE_STORE');
  expect(readSettings({ PUBLIC_URL: 'https://c.example.com/' }, cwd).publicUrl).toBe('https://c.example.com');
});
