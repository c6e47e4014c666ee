import { CallFailure } from '../run/failure.ts';
import type { RunServices } from '../run/context.ts';
import type { ConnectionRow } from '../table/snapshot.ts';

/** Where the secret of a SAP system is sealed. */
const sapSecretPlace = (id: string) => ({ table: 'access_sap', column: 'secret', row: id });

/** A SAP system as requests need it. */
export interface SapPlace {
  readonly origin: string;
  readonly path: string;
  readonly client: string;
  readonly language: string;
  readonly authorization: string;
  readonly ca: string;
  readonly odataVersion: string;
}

/** A row of the connections as a place, with its secret; signIn where there is none. */
export function sapPlace({ secrets }: Pick<RunServices, 'secrets'>, row: ConnectionRow, hidden: Set<string>): SapPlace {
  if (row.secret === null) throw new CallFailure('signIn', { params: { reason: 'secret' } });
  const secret = secrets.open(row.secret, sapSecretPlace(row.id));
  const pair = Buffer.from(`${String(row['account'])}:${secret}`).toString('base64');
  hidden.add(secret);
  hidden.add(pair);
  return {
    origin: `${row['https'] === true ? 'https' : 'http'}://${String(row['host'])}:${Number(row['port'])}`,
    path: String(row['path']).replace(/\/$/, ''),
    client: String(row['client']),
    language: String(row['language']),
    authorization: `Basic ${pair}`,
    ca: String(row['ca'] ?? ''),
    odataVersion: String(row['odata_version']),
  };
}
