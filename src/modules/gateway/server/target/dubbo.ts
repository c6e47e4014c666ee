import type { TargetOf } from '#modules/access/common/definition.ts';
import { CallFailure } from '../run/failure.ts';
import type { TargetAnswer, TargetCall } from '../run/context.ts';
import type { ConnectionRow } from '../table/snapshot.ts';

export async function askDubbo(_call: TargetCall, _target: TargetOf<'dubbo'>, connection: ConnectionRow): Promise<TargetAnswer> {
  throw new CallFailure('off', { params: { name: connection.name } });
}
