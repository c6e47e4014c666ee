import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { codeText, id, pageOf, pageQuery, text, time, version } from '#kit/common/schema.ts';
import { oneOf } from '../slice.ts';
import { cleanupMechanism } from './cleaning.permissions.ts';

/** restored: its rows can be read in the lists for a week. */
export const archiveStates = ['writing', 'verified', 'restored', 'expired', 'missing'] as const;
export type ArchiveState = (typeof archiveStates)[number];

/** The product's own file store, an S3-compatible one, a folder that the settings allow. */
export const archiveStores = ['builtin', 's3', 'folder'] as const;
export type ArchiveStoreKind = (typeof archiveStores)[number];

/** Days for which a restored archive can be read. */
export const restoredDays = 7;

const Archive = z.object({
  id: id(),
  version: version(),
  kind: z.string(),
  name: z.string(),
  part: z.string(),
  from: time(),
  to: time(),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string().nullable(),
  state: z.enum(archiveStates),
  target: z.string().nullable(),
  createdAt: time(),
  verifiedAt: time().nullable(),
  keepUntil: time(),
  restoredUntil: time().nullable(),
  /** Kinds of lists that show it while it is restored; null where there is none. */
  list: z.enum(['operation', 'consoleLogin', 'clientLogin', 'read', 'change']).nullable(),
  /** A deletion that waits for a second person. */
  asked: z.object({ name: z.string(), at: time(), reason: z.string(), own: z.boolean() }).nullable(),
});
export type ArchiveView = z.output<typeof Archive>;

/** Archives. */
export const archiveList = endpoint({
  method: 'GET',
  path: 'logs/archive/list',
  summary: 'Archives of removed rows, the newest first',
  access: { code: cleanupMechanism.code },
  scope: 'none',
  input: pageQuery(['createdAt', 'from', 'bytes']).extend({ kind: z.array(codeText(64)).max(50).optional(), state: oneOf(archiveStates) }),
  reply: pageOf(Archive),
});

/** One archive with its files. */
export const archiveGet = endpoint({
  method: 'GET',
  path: 'logs/archive/get',
  summary: 'One archive with its files, each with hash and size, and the cleaning that made it',
  access: { code: cleanupMechanism.code },
  scope: 'none',
  input: z.object({ id: id() }),
  reply: Archive.extend({
    files: z.array(z.object({ name: z.string(), hash: z.string(), size: z.int() })),
    recordId: id().nullable(),
  }),
});
export type ArchiveDetail = z.output<(typeof archiveGet)['reply']>;

const reason = () => text(500).min(10);

/** Reads an archive whole and compares count and hash; a job. 19009 where they differ. */
export const archiveVerify = endpoint({
  method: 'POST',
  path: 'logs/archive/verify',
  summary: 'Reads an archive from its store and compares its rows and hashes with what was written',
  access: { code: cleanupMechanism.button.verifyArchive },
  scope: 'none',
  audit: 'archive.verify',
  errors: [19009],
  input: z.strictObject({ id: id() }),
  reply: z.object({ jobId: id() }),
});

/** Makes an archive readable for a week; a job. */
export const archiveRestore = endpoint({
  method: 'POST',
  path: 'logs/archive/restore',
  summary: 'Makes the rows of an archive readable in their list for seven days',
  access: { code: cleanupMechanism.button.restoreArchive },
  scope: 'none',
  stepUp: true,
  audit: 'archive.restore',
  errors: [19009],
  input: z.strictObject({ id: id(), reason: reason() }),
  reply: z.object({ jobId: id() }),
});

/** Asks for the deletion of an archive; a second person agrees. */
export const archiveDelete = endpoint({
  method: 'POST',
  path: 'logs/archive/delete',
  summary: 'Asks for the deletion of an archive, which is done when a second person agrees',
  access: { code: cleanupMechanism.button.deleteArchive },
  scope: 'none',
  stepUp: true,
  audit: 'archive.delete',
  errors: [19005, 19008],
  input: z.strictObject({ id: id(), version: version(), reason: reason() }),
  reply: Archive,
});

/** A second person agrees to a deletion or refuses it. */
export const archiveDecide = endpoint({
  method: 'POST',
  path: 'logs/archive/decide',
  summary: 'Agrees to the deletion of an archive, or refuses it; who asked may only take it back (19008)',
  access: { code: cleanupMechanism.button.deleteArchive },
  scope: 'none',
  stepUp: true,
  audit: 'archive.decide',
  inPerson: true,
  errors: [19005, 19008],
  input: z.strictObject({ id: id(), version: version(), approve: z.boolean() }),
  reply: Archive,
});

const Target = z.object({
  id: id(),
  version: version(),
  name: z.string(),
  store: z.enum(archiveStores),
  host: z.string().nullable(),
  port: z.int().nullable(),
  bucket: z.string().nullable(),
  prefix: z.string().nullable(),
  region: z.string().nullable(),
  tls: z.boolean(),
  key: z.string().nullable(),
  folder: z.string().nullable(),
  hasSecret: z.boolean(),
  lastTest: z.object({ at: time(), ok: z.boolean(), reason: z.string().nullable() }).nullable(),
});
export type TargetView = z.output<typeof Target>;

/** Where archives may be written. */
export const targetList = endpoint({
  method: 'GET',
  path: 'logs/archive/target/list',
  summary: 'Places that archives can be written to, beside the built-in store',
  access: { code: cleanupMechanism.code },
  scope: 'none',
  input: pageQuery(['name']),
  reply: pageOf(Target),
});

const optional = (max: number) => text(max).nullable().optional();

/** A target as it is entered. */
export const TargetDraft = z.strictObject({
  /** Left out in a change: as it is. */
  name: text(100).optional(),
  store: z.enum(['s3', 'folder']).optional(),
  host: optional(253),
  port: z.int().min(1).max(65_535).nullable().optional(),
  bucket: optional(63),
  prefix: optional(200),
  region: optional(50),
  tls: z.boolean().optional(),
  key: optional(200),
  /** Left out: as it is. */
  secret: text(500).optional(),
  folder: optional(500),
});

/** Adds a target, or changes it with id and version. */
export const targetSave = endpoint({
  method: 'POST',
  path: 'logs/archive/target/save',
  summary: 'Adds a place for archives, or changes one; a changed host, port or key forgets the secret',
  access: { code: cleanupMechanism.button.saveArchiveTarget },
  scope: 'none',
  stepUp: true,
  audit: 'archiveTarget.save',
  input: TargetDraft.extend({ id: id().optional(), version: version().optional() }),
  reply: Target,
});

/** Writes, reads and removes a small file. 19007 with what the other side said. */
export const targetTest = endpoint({
  method: 'POST',
  path: 'logs/archive/target/test',
  summary: 'Writes a small file to a place for archives, reads it back, compares it and removes it',
  access: { code: cleanupMechanism.button.testArchiveTarget },
  scope: 'none',
  audit: 'archiveTarget.test',
  errors: [19007],
  input: z.strictObject({ id: id() }),
  reply: Target,
});
