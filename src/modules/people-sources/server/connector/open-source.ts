import type { Selectable } from 'kysely';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { connectorOf, houseOf } from './connectors.ts';
import type { Connector, ConnectorHouse, OpenSource } from './connector.ts';
import type { SourceTable } from '../source.table.ts';

/** Secrets of a source by name. */
export type SecretsByName = Readonly<Record<string, string>>;

const placeOf = (id: string) => ({ table: 'source', column: 'secret', row: id });

/** Stands in the place of secrets that were cleared because the address changed: a sealed value never reads so. */
export const cleared = 'cleared';

/** Seals the secrets of a source; null without any. */
export function sealSecrets(secrets: Secrets, id: string, named: SecretsByName): string | null {
  const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
  return Object.keys(given).length === 0 ? null : secrets.seal(JSON.stringify(given), placeOf(id));
}

/** Opens the secrets of a source. Refuses with 12105 where they were cleared because the address changed. */
export function openSecrets(secrets: Secrets, { id, secret }: Pick<Selectable<SourceTable>, 'id' | 'secret'>): SecretsByName {
  if (secret === null) return {};
  if (secret === cleared) throw new Refusal(12105);
  return JSON.parse(secrets.open(secret, placeOf(id))) as SecretsByName;
}

/** A source that is ready to be read. */
export interface ReadySource {
  readonly connector: Connector;
  readonly house: ConnectorHouse;
  readonly source: OpenSource<unknown>;
}

type Stored = Pick<Selectable<SourceTable>, 'id' | 'kind' | 'code' | 'config' | 'secret'>;

/** Opens a stored source for reading. Refuses with 12105 where its secrets were cleared, 10412 where its kind is not read. */
export async function openSource(services: Services, row: Stored): Promise<ReadySource> {
  const secrets = openSecrets(services.secrets, row);
  const { means, ...house } = houseOf(services);
  const found = await connectorOf(row.kind);
  // Runs bring a house of their own: what only files need goes with the connector.
  const connector: Connector = {
    ...found,
    read: (given, source, request) => found.read({ ...given, ...(means && { means }) }, source, request),
  };
  return { connector, house, source: { code: row.code, config: found.config.parse(row.config), secrets } };
}
