import { z } from 'zod';
import type { Fields, OperationIssue } from '#kit/server/change/kind.ts';
import type { ConfigArea, ConfigKind } from '#kit/server/config/config-area.ts';
import { fieldAs } from '#kit/server/config/unsafe.ts';
import type { LogKind } from '#kit/server/log-kind.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { TargetDraft } from '../../common/cleaning/archive.contract.ts';
import { cleanModes } from '../../common/cleaning/clear.contract.ts';
import './cleaning.table.ts';
import type { TargetPlace } from './cleaning.table.ts';
import { retentionKind } from './retention.kind.ts';
import { archiveTargetKind } from './target.kind.ts';
import { placeOf, sameDoor } from './target.service.ts';

const { name, host, port, bucket, prefix, region, tls, key, folder } = TargetDraft.shape;

/** Places for archives beside the built-in store. */
const targetConfig: ConfigKind = {
  name: 'archive-target',
  kind: archiveTargetKind,
  fields: {
    name: name.unwrap(),
    store: z.enum(['s3', 'folder']),
    place: z.strictObject({ host, port, bucket, prefix, region, tls, key, folder }),
  },
  secrets: { secret: { table: 'archive_target', column: 'secret' } },
  keepsSecrets: (before, after) => sameDoor(fieldAs<TargetPlace>(before['place']), fieldAs<TargetPlace>(after['place'])),
  objects: async (db) => {
    const rows = await db.selectFrom('archive_target').select(['id', 'name']).orderBy('name').execute();
    return rows.map(({ id, name: code }) => ({ id, code }));
  },
  create: async (_db, { id, given }) => ({ id, name: String(given['name']), fields: { secret: null } }),
  rules: async ({ store, place }, _db, { settings }) => {
    try {
      placeOf({ settings }, { store: fieldAs<'s3' | 'folder'>(store), ...fieldAs<TargetPlace>(place) });
      return [];
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      return error.issues.map(({ path, namespace, key: text }): OperationIssue => ({ path: `place.${path}`, namespace, key: text }));
    }
  },
};

/** As the product delivers it. */
const shippedOf = (kind: LogKind): Fields => ({
  keepDays: kind.defaultDays,
  mode: kind.archiveOnly ? 'archiveThenDelete' : 'delete',
  archiveTargetId: null,
  windowFrom: 1,
  windowTo: 5,
  zone: 'UTC',
  paused: false,
  early: false,
});

const hour = z.int().min(0).max(24);

/** How long each kind of log is kept; the legal holds are no configuration. */
const retentionConfig: ConfigKind = {
  name: 'log-kind',
  kind: retentionKind,
  after: ['archive-target'],
  fields: {
    keepDays: z.int().min(0).max(1_000_000),
    mode: z.enum(cleanModes),
    archiveTargetId: z.uuid().nullable().default(null),
    windowFrom: hour,
    windowTo: hour,
    zone: z.string().min(1).max(64),
    paused: z.boolean(),
    early: z.boolean(),
  },
  refers: { archiveTargetId: 'archive-target' },
  objects: async (db, { logKinds }) => {
    const kept = await db.selectFrom('cleanup_config').select('kind').execute();
    const known = new Set(kept.map(({ kind }) => kind));
    return logKinds.filter(({ code }) => known.has(code)).map(({ code }) => ({ id: code, code, fixed: true }));
  },
  create: async (_db, { id, code }) => ({ id, name: code, fields: {} }),
  reset: async ({ id }, _db, { logKinds }) => {
    const kind = logKinds.find(({ code }) => code === id);
    return kind ? shippedOf(kind) : {};
  },
};

/** Retention of the logs as text. */
export const cleaningAreas: readonly ConfigArea[] = [
  {
    area: 'log-retention',
    title: { zh_CN: '日志保留', en_US: 'Retention of logs', ja_JP: 'ログの保存' },
    kinds: [targetConfig, retentionConfig],
  },
];
