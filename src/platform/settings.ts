import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { parseS3Place } from './files/s3-place.ts';
import { parseAllowed } from './outbound/address-rules.ts';
import { ed25519KeyOf } from './secrets/public-key.ts';
import { StartError } from './start-error.ts';

/** One or more settings are wrong; the message names each of them in a sentence and never repeats a secret's value. */
export class SettingsError extends StartError {
  override name = 'SettingsError';
}

const WORDS: Record<string, boolean> = { true: true, yes: true, on: true, '1': true, false: false, no: false, off: false, '0': false };

function flag(fallback: boolean) {
  return z
    .string()
    .refine((word) => word.toLowerCase() in WORDS, 'must be true or false')
    .transform((word) => WORDS[word.toLowerCase()] ?? fallback)
    .default(fallback);
}

function whole(least: number, most: number, fallback: number) {
  const sentence = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .refine((value) => value >= least && value <= most, sentence)
    .default(fallback);
}

function address(schemes: string[], sentence: string) {
  return z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol), sentence);
}

function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text) || ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** A network (10.0.0.0/8), an address, or one port of an address (127.0.0.1:3306, [::1]:3306), as the guard of connections reads them. */
function isAllowedTarget(text: string): boolean {
  try {
    parseAllowed([text]);
    return true;
  } catch {
    return false;
  }
}

function isFileStore(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return true;
  if (!text.startsWith('s3://')) return false;
  try {
    parseS3Place(text);
    return true;
  } catch {
    return false;
  }
}

function items(isItem: (text: string) => boolean, sentence: string) {
  return z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((item) => item !== ''))
    .refine((list) => list.every(isItem), sentence);
}

const trustProxy = z
  .string()
  .refine(
    (text) => text.toLowerCase() in WORDS || /^\d{1,2}$/.test(text) || text.split(/[\s,]+/).every(isNetwork),
    'must be false, true, the number of proxies in front, or the addresses and networks of the proxies',
  )
  .transform((text): boolean | number | string[] => {
    if (/^\d+$/.test(text)) return text === '0' ? false : Number(text);
    return WORDS[text.toLowerCase()] ?? text.split(/[\s,]+/);
  })
  .default(false);

const masterKey = z
  .string()
  .refine(
    (text) => text.split(',').every((part) => isKey(part.trim())),
    'must be 32 random bytes written as 64 hexadecimal digits or as base64, or several such keys with commas between, of which the first seals',
  );

function isKey(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text) || /^[A-Za-z0-9+/_-]{43}=?$/.test(text);
}

const DATABASE = 'must be the address of a PostgreSQL, such as postgres://user:password@host:5432/name';
const REDIS = 'must be the address of a Redis or Valkey, such as redis://host:6379';
const PUBLIC = 'must be the http or https address by which browsers reach this server, such as https://console.example.com';
const FOLDERS = 'must be a list of absolute folders, such as /mnt/archive';
const STORE = 'must be a folder, or s3://key:secret@host:port/bucket/prefix?region=name, with &tls=0 for a store without TLS';
const LICENCE_KEY = 'must be an Ed25519 public key in PEM, or the path of a file that holds one';
const NETWORKS =
  'must be a list of networks and addresses, such as 10.0.0.0/8, 192.168.1.7, 127.0.0.1:3306; this machine itself (127.…) only as address:port';

const schema = z.object({
  PORT: whole(0, 65535, 8800),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an address to listen on')
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: address(['postgres:', 'postgresql:'], DATABASE).optional(),
  REDIS_URL: address(['redis:', 'rediss:'], REDIS).optional(),
  FILE_STORE: z.string().refine(isFileStore, STORE).optional(),
  ADMIN_PASSWORD: z.string().min(10, 'must have at least 10 characters').max(128, 'must have at most 128 characters').optional(),
  MASTER_KEY: masterKey.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be fatal, error, warn, info, debug, trace or silent')
    .default('info'),
  LICENSE_PUBLIC_KEY: z
    .string()
    .refine((text) => ed25519KeyOf(text) !== undefined, LICENCE_KEY)
    .optional(),
  LICENSE_REQUIRED: flag(false),
  PUBLIC_URL: address(['http:', 'https:'], PUBLIC)
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  TRUST_PROXY: trustProxy,
  ALLOWED_NETWORKS: items(isAllowedTarget, NETWORKS).default([]),
  ARCHIVE_FOLDERS: items((text) => path.isAbsolute(text), FOLDERS).default([]),
  SOURCE_FOLDERS: items((text) => path.isAbsolute(text), FOLDERS).default([]),
  SESSION_IDLE_MINUTES: whole(1, 1440, 30),
  SESSION_WHOLE_HOURS: whole(1, 168, 12),
  SESSIONS_PER_PERSON: whole(1, 100000, 3),
  MAX_CONNECTIONS: whole(64, 1_000_000, 10_000),
});

/** Settings with which the product is started; paths are absolute, times carry their unit in the name. */
export interface Settings {
  port: number;
  host: string;
  dataDir: string;
  /** A PostgreSQL; undefined means the embedded one under dataDir. */
  databaseUrl?: string;
  /** A Redis or Valkey; undefined means that one process serves alone or over the database's LISTEN. */
  redisUrl?: string;
  /** An absolute folder, or the address of a bucket (files/s3-place.ts). */
  fileStore: string;
  adminPassword?: string;
  /** One key or several with commas between, the first seals; undefined means the key file. */
  masterKey?: string;
  /** Where the master key is kept, with mode 600, when masterKey is undefined. */
  keyFile: string;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  licensePublicKey?: string;
  licenseRequired: boolean;
  /** Without a trailing slash. */
  publicUrl?: string;
  /** As Fastify's trustProxy takes it. */
  trustProxy: boolean | number | string[];
  /** Networks, addresses and address:port that connectors may reach besides the public internet. */
  allowedNetworks: string[];
  /** Folders below which archives of logs may be written. */
  archiveFolders: string[];
  /** Folders below which files of people may be read. */
  sourceFolders: string[];
  sessionIdleMinutes: number;
  sessionWholeHours: number;
  /** Sessions that somebody may have at once, until the sign-in policy says otherwise. */
  sessionsPerPerson: number;
  /** Connections of callers to one process at once. */
  maxConnections: number;
}

function readEnvFile(cwd: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(path.join(cwd, '.env'), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new SettingsError(`The file .env in ${cwd} can't be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function sentences(error: z.ZodError): string {
  return error.issues.map((issue) => `The setting ${String(issue.path[0])} ${issue.message}.`).join('\n');
}

/** Reads the settings from the environment and, below it, from `.env` in cwd; throws SettingsError naming every wrong one. */
export function readSettings(env: Record<string, string | undefined>, cwd: string): Settings {
  const filled: Record<string, string> = {};
  for (const source of [readEnvFile(cwd), env]) {
    for (const [name, value] of Object.entries(source)) {
      const trimmed = value?.trim();
      if (trimmed) filled[name] = trimmed;
    }
  }
  const parsed = schema.safeParse(filled);
  if (!parsed.success) throw new SettingsError(sentences(parsed.error));
  const read = parsed.data;
  const dataDir = path.resolve(cwd, read.DATA_DIR);
  const store = read.FILE_STORE ?? path.join(dataDir, 'files');
  return {
    port: read.PORT,
    host: read.HOST,
    dataDir,
    databaseUrl: read.DATABASE_URL,
    redisUrl: read.REDIS_URL,
    fileStore: store.startsWith('s3://') ? store : path.resolve(cwd, store),
    adminPassword: read.ADMIN_PASSWORD,
    masterKey: read.MASTER_KEY,
    keyFile: path.join(dataDir, 'master.key'),
    logLevel: read.LOG_LEVEL,
    licensePublicKey: read.LICENSE_PUBLIC_KEY,
    licenseRequired: read.LICENSE_REQUIRED,
    publicUrl: read.PUBLIC_URL,
    trustProxy: read.TRUST_PROXY,
    allowedNetworks: read.ALLOWED_NETWORKS,
    archiveFolders: read.ARCHIVE_FOLDERS,
    sourceFolders: read.SOURCE_FOLDERS,
    sessionIdleMinutes: read.SESSION_IDLE_MINUTES,
    sessionWholeHours: read.SESSION_WHOLE_HOURS,
    sessionsPerPerson: read.SESSIONS_PER_PERSON,
    maxConnections: read.MAX_CONNECTIONS,
  };
}
