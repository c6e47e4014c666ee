import path from 'node:path';
import '#kit/server/files/file.table.ts';
import { wrongState } from '#kit/server/refusal.ts';
import type { MachineServices } from '#kit/server/services.ts';
import { readableKinds, type SourceKind } from '../../common/source-kinds.ts';
import type { Connector, ConnectorHouse } from './connector.ts';

/** How each kind is read: loaded with its first use, for its library is large. */
const loaders: Readonly<Record<(typeof readableKinds)[number], () => Promise<Connector>>> = {
  ldap: async () => (await import('./ldap/ldap-source.ts')).ldapConnector,
  ad: async () => (await import('./ldap/ldap-source.ts')).adConnector,
  sql: async () => (await import('./sql/sql-source.ts')).sqlConnector,
  http: async () => (await import('./http/http-connector.ts')).httpConnector,
  file: async () => (await import('./file/file-connector.ts')).fileConnector,
};

/** Whether sources of this kind can be read. SCIM pushes and is never read. */
export const isReadable = (kind: SourceKind): kind is (typeof readableKinds)[number] => readableKinds.some((one) => one === kind);

/** The connector of a kind; refuses with 10412 a kind that is not read. */
export async function connectorOf(kind: SourceKind): Promise<Connector> {
  if (!isReadable(kind)) throw wrongState(kind);
  return loaders[kind]();
}

/** What connectors may use of the house. */
export const houseOf = ({ outbound, files, log, now, settings, database }: MachineServices): ConnectorHouse => ({
  outbound,
  files,
  log,
  now,
  means: {
    folders: settings.sourceFolders,
    scratch: path.join(settings.dataDir, 'tmp'),
    uploaded: async (id) => {
      const file = await database.db.selectFrom('file').select(['name', 'hash']).where('id', '=', id).executeTakeFirst();
      return file && { name: file.name, open: () => files.open(file.hash) };
    },
  },
});
