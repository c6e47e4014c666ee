import type { TargetOf } from '#modules/access/common/definition.ts';
import { CallFailure, failureOf } from '../run/failure.ts';
import type { TargetAnswer, TargetCall } from '../run/context.ts';
import type { ConnectionRow } from '../table/snapshot.ts';
import { repeatedIn, signIn, soapAccess, soapSecretPlace } from './soap-client.ts';

interface Fault {
  Fault?: { faultcode?: unknown; faultstring?: unknown; Code?: { Value?: unknown }; Reason?: { Text?: unknown } };
}

const textIn = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'object' && value !== null && '$value' in value
      ? String(value.$value)
      : value === undefined
        ? ''
        : String(value);

/** Code and text of a fault; undefined where the error is none. */
function faultText(error: unknown): string | undefined {
  const fault = (error as { root?: { Envelope?: { Body?: Fault } } } | undefined)?.root?.Envelope?.Body?.Fault;
  if (!fault) return undefined;
  const code = textIn(fault.faultcode ?? fault.Code?.Value);
  const reason = textIn(fault.faultstring ?? fault.Reason?.Text);
  return [code, reason]
    .filter((one) => one !== '')
    .join(': ')
    .slice(0, 500);
}

/** Calls an operation of a SOAP service; a fault is a failure with its code and text. */
export async function askSoap(call: TargetCall, target: TargetOf<'soap'>, row: ConnectionRow): Promise<TargetAnswer> {
  const { services, body, hidden, signal } = call;
  const timeoutMs = call.loaded.definition.behaviour.timeoutMs;
  const access = await soapAccess(services, row);
  const { client, door } = access;
  if (row['security'] !== 'none') {
    if (row.secret === null) throw new CallFailure('signIn', { params: { reason: 'secret' } });
    const secret = services.secrets.open(row.secret, soapSecretPlace(row.id));
    hidden.add(secret);
    hidden.add(Buffer.from(`${String(row['account'])}:${secret}`).toString('base64'));
    await signIn(access, row, secret);
  }
  const method: unknown = client[`${target.operation}Async`];
  if (typeof method !== 'function') throw new CallFailure('notFound', { code: 14313, params: { reason: target.operation } });
  door.timeoutMs = Math.max(1, call.left());
  door.maxBytes = call.loaded.definition.behaviour.maxOutBytes;
  door.signal = signal;
  try {
    const [result] = (await (method as (args: unknown) => Promise<unknown[]>).call(client, withoutNulls(body) ?? {})) as [unknown];
    const data = tidy(result, repeatedIn(client, target.operation));
    return {
      status: door.status,
      data,
      raw: Buffer.from(door.received),
      contentType: 'text/xml',
      headers: {},
      sent: () => door.sent,
      tries: 1,
    };
  } catch (error) {
    if (door.failure !== undefined) throw failureOf(door.failure, timeoutMs);
    const fault = faultText(error);
    const facts = { targetStatus: door.status, received: door.received.slice(0, 4000) };
    if (fault !== undefined) throw new CallFailure('fault', { params: { reason: fault }, ...facts }, error);
    if (door.status === 401) throw new CallFailure('signIn', { params: { reason: 'HTTP 401' }, ...facts }, error);
    throw new CallFailure(
      'protocol',
      { params: { reason: error instanceof Error ? error.message.slice(0, 200) : 'SOAP' }, ...facts },
      error,
    );
  }
}

const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, withoutNulls(inner)]])));
};

/** An answer as plain JSON: marks of the library gone, dates as text, what may stand several times always a list. */
function tidy(value: unknown, repeated: ReadonlySet<string>): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((one) => tidy(one, repeated));
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).filter(([key]) => key !== 'attributes');
  if (entries.length === 1 && entries[0]![0] === '$value') return tidy(entries[0]![1], repeated);
  return Object.fromEntries(
    entries.map(([key, inner]) => {
      const tidied = tidy(inner, repeated);
      return [key, repeated.has(key) && !Array.isArray(tidied) ? [tidied] : tidied];
    }),
  );
}
