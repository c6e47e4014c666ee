import { z } from 'zod';
import type { ConfigArea, ConfigKind } from '#kit/server/config/config-area.ts';
import { streamDraft } from '../../common/stream.contract.ts';
import { streamKind } from './stream.kind.ts';
import './stream.table.ts';

const { clientKey: _secret, ...fields } = streamDraft.shape;

/** Receivers of the logs. One that is on begins with what is written from then on, as by hand. */
const streamConfig: ConfigKind = {
  name: 'log-stream',
  kind: streamKind,
  fields: { ...fields, enabled: z.boolean().default(false) },
  secrets: { clientKey: { table: 'siem_stream', column: 'client_key' } },
  // A key is for the receiver that it was entered for.
  keepsSecrets: (before, after) => before['host'] === after['host'] && before['port'] === after['port'],
  objects: async (db) => {
    const rows = await db.selectFrom('siem_stream').select(['id', 'name']).orderBy('name').execute();
    return rows.map(({ id, name }) => ({ id, code: name }));
  },
  create: async (_db, { id, given }) => ({ id, name: String(given['name']), fields: { clientKey: null } }),
};

/** Streams of the logs as text. */
export const streamAreas: readonly ConfigArea[] = [
  { area: 'log-streams', title: { zh_CN: '日志流', en_US: 'Log streams', ja_JP: 'ログのストリーム' }, kinds: [streamConfig] },
];
