import { wrongState } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { SourceKind } from '../../../common/source/source-kinds.ts';
import type { Connector, ConnectorHouse } from './connector.ts';

/** How each kind is read: loaded with its first use, for its library is large. */
const loaders: Partial<Record<SourceKind, (services: Services) => Promise<Connector>>> = {
  file: async (services) => {
    const [{ fileConnector }, { fileMeans }] = await Promise.all([import('./file/file-connector.ts'), import('./file/file-means.ts')]);
    return fileConnector(fileMeans(services));
  },
};

/** Whether sources of this kind can be read. SCIM pushes and is never read. */
export const isReadable = (kind: SourceKind): boolean => kind in loaders;

/** The connector of a kind; refuses with 10412 a kind that is not read. */
export async function connectorOf(services: Services, kind: SourceKind): Promise<Connector> {
  const load = loaders[kind];
  if (!load) throw wrongState(kind);
  return load(services);
}

/** What connectors may use of the house. */
export const houseOf = ({ outbound, files, log, now }: Services): ConnectorHouse => ({ outbound, files, log, now });
