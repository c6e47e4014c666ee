import { changeObjects } from '#kit/server/change/change-objects.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import {
  typeAppGet,
  typeAppSave,
  typeHelperGet,
  typeHelperSave,
  typeInfoGet,
  typeInfoSave,
  typeUserGet,
  typeUserSave,
  type GroupTypeDetail,
} from '../common/type.contract.ts';
import { groupTypes } from './group-type.ts';

const read = (call: Call, { id }: { id: string }): Promise<GroupTypeDetail> => groupTypes.one(call, id);

/** Changes fields of a type that stand in the input, and answers the type. */
async function save(call: Call, { id, version, ...given }: { id: string; version: number }): Promise<GroupTypeDetail> {
  call.caller.scope();
  return call.write(async (tx) => {
    const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    await changeObjects(tx, call.caller, groupTypes.kind, [{ id, version, fields }]);
    return groupTypes.one({ ...call, db: tx }, id);
  });
}

/** The pages of one type: each reads and saves its part. */
export const typeRoutes: readonly BoundRoute[] = [
  handle(typeInfoGet, read),
  handle(typeInfoSave, save),
  handle(typeUserGet, read),
  handle(typeUserSave, save),
  handle(typeAppGet, read),
  handle(typeAppSave, save),
  handle(typeHelperGet, read),
  handle(typeHelperSave, save),
];
