import type { Db } from '#kit/server/directory.ts';
import { ldapSourceConfig } from '../common/config/ldap.ts';
import './source.table.ts';

/** A directory from which people come, as far as signing in needs to know it; its password stays here. */
export interface DirectorySource {
  id: string;
  name: string;
  kind: 'ldap' | 'ad';
  enabled: boolean;
  servers: { host: string; port: number }[];
  security: 'ldaps' | 'startTls' | 'plain';
  ca: string;
  bindDn: string;
  /** The first place where people lie. */
  baseDn: string;
}

/** Sources that can check a password, by name. */
export async function directorySources(db: Db): Promise<DirectorySource[]> {
  const rows = await db
    .selectFrom('source')
    .select(['id', 'name', 'kind', 'enabled', 'config'])
    .where('kind', 'in', ['ldap', 'ad'])
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id, name, kind, enabled, config }) => {
    const read = ldapSourceConfig.safeParse(config);
    if (!read.success) return [];
    const { servers, security, ca, bindDn, userBases } = read.data;
    return [{ id, name, kind: kind === 'ad' ? 'ad' : 'ldap', enabled, servers, security, ca, bindDn, baseDn: userBases[0] ?? '' } as const];
  });
}
