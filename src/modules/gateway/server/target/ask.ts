import type { Snapshot } from '../table/snapshot.ts';
import { CallFailure } from '../run/failure.ts';
import type { TargetAnswer, TargetCall } from '../run/context.ts';
import { askHttp } from './http.ts';

/** Asks the system behind in its protocol; drivers are loaded with the first call of their kind. */
export async function askTarget(call: TargetCall, snapshot: Pick<Snapshot, 'connections'>): Promise<TargetAnswer> {
  const { target } = call.loaded.definition;
  if (target.kind === 'http') return askHttp(call, target);
  const id =
    target.kind === 'database'
      ? target.databaseId
      : target.kind === 'soap'
        ? target.soapId
        : target.kind === 'sap'
          ? target.sapId
          : target.dubboId;
  const connection = snapshot.connections.get(`${target.kind} ${id}`);
  if (!connection || !connection.enabled)
    throw new CallFailure('off', { params: { name: connection?.name ?? id, reason: connection?.name ?? id } });
  if (target.kind === 'database') return (await import('./database.ts')).askDatabase(call, target, connection);
  if (target.kind === 'soap') return (await import('./soap.ts')).askSoap(call, target, connection);
  if (target.kind === 'sap') return (await import('./sap.ts')).askSap(call, target, connection);
  return (await import('./dubbo.ts')).askDubbo(call, target, connection);
}
