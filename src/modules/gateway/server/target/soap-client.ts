import { sql } from 'kysely';
import type { Client, IHttpClient } from 'soap';
import { perProduct } from '#kit/server/per-product.ts';
import { CallFailure, failureOf } from '../run/failure.ts';
import type { RunServices } from '../run/context.ts';
import type { ConnectionRow } from '../table/snapshot.ts';

/** Where the secret of a service is sealed. */
export const soapSecretPlace = (id: string) => ({ table: 'access_soap', column: 'secret', row: id });

const mostDocument = 5 * 1024 * 1024;
const mostDocuments = 50;

type Parts = Pick<RunServices, 'database' | 'outbound' | 'secrets'>;

/** Refuses what could make a parser read files or explode. */
export function assertPlainXml(text: string): void {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new CallFailure('protocol', { params: { reason: 'DTD' } });
}

/** One request that a client of a service makes: documents from what is kept, everything else through the guard. */
interface Door {
  /** Documents by address; what is missing is read when `reads`. */
  readonly documents: Record<string, string>;
  readonly reads: boolean;
  readonly ca: string;
  signal?: AbortSignal;
  timeoutMs: number;
  maxBytes: number;
  received: string;
  sent: string;
  status: number;
  failure: unknown;
}

type HttpAnswer = { status: number; statusText: string; headers: Record<string, string>; data: string; config: object };

async function sendThrough(
  { outbound }: Parts,
  door: Door,
  given: { url: string; data: unknown; headers: Record<string, string> },
): Promise<HttpAnswer> {
  const { url, data, headers } = given;
  const isDocument = data === null || data === undefined;
  const known = isDocument ? door.documents[url] : undefined;
  if (known !== undefined) return { status: 200, statusText: 'OK', headers: {}, data: known, config: {} };
  if (isDocument && (!door.reads || Object.keys(door.documents).length >= mostDocuments))
    throw new CallFailure('protocol', { params: { reason: url } });
  const reply = await outbound.fetch(url, {
    method: isDocument ? 'GET' : 'POST',
    redirects: isDocument ? 3 : 0,
    timeoutMs: Math.max(1, Math.round(door.timeoutMs)),
    maxBytes: isDocument ? mostDocument : door.maxBytes,
    headers: isDocument ? {} : headers,
    ...(door.signal && { signal: door.signal }),
    ...(door.ca !== '' && { tls: { ca: door.ca } }),
    ...(!isDocument && { body: String(data) }),
  });
  const text = await reply.text();
  assertPlainXml(text);
  if (isDocument) {
    if (!reply.ok) throw new CallFailure('notFound', { params: { reason: `HTTP ${reply.status}` }, targetStatus: reply.status });
    door.documents[url] = text;
  } else {
    door.received = text;
    door.sent = String(data);
    door.status = reply.status;
  }
  return { status: reply.status, statusText: '', headers: { ...reply.headers }, data: text, config: { headers } };
}

/** The library's HTTP client, replaced by one that goes through the guard. */
function clientThrough(parts: Parts, door: Door): IHttpClient {
  const request = (
    url: string,
    data: unknown,
    callback: (error: unknown, response?: unknown, body?: unknown) => unknown,
    headers?: object,
  ): Promise<unknown> => {
    const strings = Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]));
    const { Connection: _connection, Host: _host, ...rest } = strings;
    const send = async (): Promise<void> => {
      let response: HttpAnswer;
      try {
        response = await sendThrough(parts, door, { url, data, headers: rest });
      } catch (error) {
        door.failure = error;
        callback(error);
        return;
      }
      callback(null, response, response.data);
    };
    return send();
  };
  return { request } as IHttpClient;
}

/** A client of a service with the door by which it goes out. */
export interface SoapAccess {
  readonly client: Client;
  readonly door: Door;
}

const newDoor = (documents: Record<string, string>, reads: boolean, ca: string): Door => ({
  documents,
  reads,
  ca,
  timeoutMs: 20_000,
  maxBytes: 10 * 1024 * 1024,
  received: '',
  sent: '',
  status: 0,
  failure: undefined,
});

async function make(parts: Parts, row: ConnectionRow, documents: Record<string, string>, reads: boolean): Promise<SoapAccess> {
  const wsdlUrl = String(row['wsdl_url']);
  // What is no web address the library would read as a file of this machine.
  if (!/^https?:\/\//i.test(wsdlUrl)) throw new CallFailure('egress');
  const { createClientAsync } = await import('soap');
  const door = newDoor(documents, reads, String(row['ca'] ?? ''));
  const endpoint = String(row['endpoint'] ?? '');
  try {
    const client = await createClientAsync(wsdlUrl, {
      httpClient: clientThrough(parts, door),
      disableCache: true,
      forceSoap12Headers: row['soap_version'] === '1.2',
      ...(endpoint !== '' && { endpoint }),
    });
    return { client, door };
  } catch (error) {
    throw failureOf(
      door.failure ??
        (error instanceof CallFailure
          ? error
          : new CallFailure('protocol', { params: { reason: error instanceof Error ? error.message.slice(0, 200) : 'WSDL' } }, error)),
    );
  }
}

/** Sets by what a client signs in. */
export async function signIn({ client }: SoapAccess, row: ConnectionRow, secret: string): Promise<void> {
  const { BasicAuthSecurity, WSSecurity } = await import('soap');
  const account = String(row['account'] ?? '');
  if (row['security'] === 'basic') client.setSecurity(new BasicAuthSecurity(account, secret));
  if (row['security'] === 'wsseText') client.setSecurity(new WSSecurity(account, secret, { passwordType: 'PasswordText' }));
  if (row['security'] === 'wsseDigest') client.setSecurity(new WSSecurity(account, secret, { passwordType: 'PasswordDigest' }));
}

const kept = perProduct(() => new Map<string, { key: string; documents: Record<string, string> }>());

/** A client for a call: made of the documents that were read last; where none were, they are read now. */
export async function soapAccess(parts: Parts, row: ConnectionRow): Promise<SoapAccess> {
  const stored = await parts.database.db
    .selectFrom('soap_wsdl')
    .select(['documents', 'read_at'])
    .where('soap_id', '=', row.id)
    .executeTakeFirst();
  if (!stored) return make(parts, row, {}, true);
  const known = kept(parts).get(row.id);
  const key = `${row.version} ${stored.read_at}`;
  const documents = known?.key === key ? known.documents : stored.documents;
  kept(parts).set(row.id, { key, documents });
  return make(parts, row, { ...documents }, false);
}

/** An operation with an envelope that shows what it takes. */
export interface SoapOperation {
  readonly name: string;
  readonly sample: string;
}

/** Reads the description of a service through the guard: its documents and operations. */
export async function readWsdl(
  parts: Parts,
  row: ConnectionRow,
): Promise<{ documents: Record<string, string>; operations: SoapOperation[] }> {
  const { client, door } = await make(parts, row, {}, true);
  return { documents: door.documents, operations: operationsOf(client) };
}

/** Keeps what was read; answers the operations that stood there before. */
export async function keepWsdl(
  { database }: Pick<RunServices, 'database'>,
  id: string,
  read: { documents: Record<string, string>; operations: SoapOperation[] },
  now: number,
): Promise<string[]> {
  const before = await database.db.selectFrom('soap_wsdl').select('operations').where('soap_id', '=', id).executeTakeFirst();
  await sql`insert into soap_wsdl (soap_id, documents, operations, read_at)
    values (${id}, ${JSON.stringify(read.documents)}::jsonb, ${JSON.stringify(read.operations)}::jsonb, ${now})
    on conflict (soap_id) do update set documents = excluded.documents, operations = excluded.operations, read_at = excluded.read_at`.execute(
    database.db,
  );
  return before?.operations.map(({ name }) => name) ?? [];
}

function operationsOf(client: Client): SoapOperation[] {
  const found = new Map<string, SoapOperation>();
  for (const ports of Object.values(
    client.describe() as Record<string, Record<string, Record<string, { input?: unknown; output?: unknown }>>>,
  ))
    for (const methods of Object.values(ports))
      for (const [name, { input, output }] of Object.entries(methods))
        found.set(name, { name, sample: JSON.stringify({ input: plain(input), output: plain(output) }, null, 2) });
  return [...found.values()];
}

/** A shape without the marks that the library adds. */
function plain(shape: unknown): unknown {
  if (typeof shape === 'string') return shape.replace(/^xs(d)?:/, '').split('|')[0];
  if (typeof shape !== 'object' || shape === null) return shape ?? null;
  return Object.fromEntries(
    Object.entries(shape)
      .filter(([key]) => !['targetNSAlias', 'targetNamespace'].includes(key))
      .map(([key, inner]) => [key, key.endsWith('[]') ? [plain(inner)] : plain(inner)]),
  );
}

/** Names of elements that may stand several times in the answer of an operation. */
export function repeatedIn(client: Client, operation: string): Set<string> {
  const names = new Set<string>();
  const walk = (shape: unknown, depth: number): void => {
    if (typeof shape !== 'object' || shape === null || depth > 20) return;
    for (const [key, inner] of Object.entries(shape)) {
      if (key.endsWith('[]')) names.add(key.slice(0, -2));
      walk(inner, depth + 1);
    }
  };
  for (const ports of Object.values(client.describe() as Record<string, Record<string, Record<string, { output?: unknown }>>>))
    for (const methods of Object.values(ports)) walk(methods[operation]?.output, 0);
  return names;
}
