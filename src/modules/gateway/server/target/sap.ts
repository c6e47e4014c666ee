import type { TargetOf } from '#modules/access/common/definition.ts';
import { CallFailure, failureOf } from '../run/failure.ts';
import type { TargetAnswer, TargetCall } from '../run/context.ts';
import type { ConnectionRow } from '../table/snapshot.ts';
import { askOdata } from './sap-odata.ts';
import { sapPlace, type SapPlace } from './sap-place.ts';
import { readRfc, rfcEnvelope, xmlOf } from './sap-rfc.ts';
import { assertPlainXml } from './soap-client.ts';

/** Calls a function module by SOAP RFC, or an entity set by OData. */
export async function askSap(call: TargetCall, target: TargetOf<'sap'>, row: ConnectionRow): Promise<TargetAnswer> {
  const place = sapPlace(call.services, row, call.hidden);
  try {
    return row['mode'] === 'odata' ? await askOdata(call, target, place) : await askRfc(call, target, place);
  } catch (error) {
    throw failureOf(error, call.loaded.definition.behaviour.timeoutMs);
  }
}

async function askRfc(call: TargetCall, target: TargetOf<'sap'>, place: SapPlace): Promise<TargetAnswer> {
  const sent = rfcEnvelope(target.functionName, call.body);
  const url = `${place.origin}${place.path}?sap-client=${encodeURIComponent(place.client)}&sap-language=${encodeURIComponent(place.language)}`;
  const reply = await call.services.outbound.fetch(url, {
    method: 'POST',
    redirects: 0,
    timeoutMs: Math.max(1, Math.round(call.left())),
    maxBytes: call.loaded.definition.behaviour.maxOutBytes,
    signal: call.signal,
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""', authorization: place.authorization },
    body: sent,
    ...(place.ca !== '' && { tls: { ca: place.ca } }),
  });
  const raw = await reply.bytes();
  const received = raw.toString('utf8');
  const facts = { targetStatus: reply.status, received: received.slice(0, 4000) };
  if (reply.status === 401) throw new CallFailure('signIn', { params: { reason: 'HTTP 401' }, ...facts });
  assertPlainXml(received);
  const data = readRfc(await xmlOf(received), target.functionName, facts);
  assertReturn(data, target.returnTable, facts);
  return { status: reply.status, data, raw, contentType: 'text/xml', headers: {}, sent: () => sent, tries: 1 };
}

/** RETURN with type E or A is a failure with its message. */
function assertReturn(data: Record<string, unknown>, name: string, facts: { targetStatus: number; received: string }): void {
  if (name === '') return;
  const found = data[name];
  const rows = (Array.isArray(found) ? found : [found]).filter(
    (row): row is Record<string, unknown> => typeof row === 'object' && row !== null,
  );
  const bad = rows.find((row) => row['TYPE'] === 'E' || row['TYPE'] === 'A');
  if (bad)
    throw new CallFailure('fault', {
      params: { reason: `${String(bad['ID'] ?? '')} ${String(bad['NUMBER'] ?? '')}: ${String(bad['MESSAGE'] ?? '')}`.trim() },
      ...facts,
    });
}
