import { z } from 'zod';
import type { Fields } from '#kit/server/change/kind.ts';
import { fieldAs } from '#kit/server/config/unsafe.ts';
import type { ConfigArea, ConfigKind } from '#kit/server/config/config-area.ts';
import { platformDraft } from '../common/platform.contract.ts';
import { serverDraft } from '../common/server.contract.ts';
import type { ServerAddress } from '../common/server-facts.ts';
import { platformKind } from './platform.kind.ts';
import { serverConfigKind } from './server.kind.ts';
import { sameTargets } from './server.service.ts';
import './server.table.ts';

const { name, kind, addresses, ca, pinnedKeys, weight, note } = serverDraft.shape;
const addressesIn = (fields: Fields): ServerAddress[] => fieldAs(fields['addresses']);

const serverConfig: ConfigKind = {
  name: 'server',
  kind: serverConfigKind,
  fields: { name, kind, addresses, ca, pinnedKeys, weight, note, enabled: z.boolean().default(true), draining: z.boolean().default(false) },
  constant: ['kind'],
  secrets: { secret: { table: 'server_config', column: 'secret' } },
  keepsSecrets: (before, after) => sameTargets(addressesIn(before), addressesIn(after)),
  objects: async (db) => db.selectFrom('server_config').select(['id', 'code']).orderBy('code').execute(),
  create: async (_db, { id, code, given }) => ({ id, name: String(given['name']), fields: { code, secret: null } }),
  rules: async ({ ca: authority }) =>
    authority === null || /-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/.test(String(authority))
      ? []
      : [{ path: 'ca', namespace: 'servers', key: 'issue.pem' }],
};

/** Drafts of platforms. Publishing one is an action, not a state. */
const platformConfig: ConfigKind = {
  name: 'platform',
  kind: platformKind,
  after: ['server'],
  fields: platformDraft.shape,
  refers: { 'rows.*.serverConfigIds.#': 'server' },
  objects: async (db) => {
    const rows = await db.selectFrom('platform_config').select(['id', 'platform', 'rows', 'min_version']).orderBy('platform').execute();
    return rows.map(({ id, platform, rows: chosen, min_version: least }) => ({
      id,
      code: String(platform),
      fixed: true,
      untouched: chosen.length === 0 && least === null,
    }));
  },
  create: async (_db, { id, code }) => ({ id, name: code, fields: {} }),
  reset: async () => ({ rows: [], minVersion: null }),
};

/** Servers and platforms as text. */
export const serverAreas: readonly ConfigArea[] = [
  {
    area: 'servers',
    title: { zh_CN: '服务器与平台', en_US: 'Servers and platforms', ja_JP: 'サーバーとプラットフォーム' },
    kinds: [serverConfig, platformConfig],
  },
];
