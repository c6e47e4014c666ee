import { text } from 'node:stream/consumers';
import { queryOf } from '../../src/kit/common/address.ts';
import { tried } from '../../src/kit/common/change/dry-run.ts';
import { addressOf, codesOf, type Endpoint } from '../../src/kit/common/contract.ts';
import { accessChanged } from '../../src/kit/server/access/access-changes.ts';
import { sampleInput } from '../../src/kit/testing/sample-input.ts';
import { rootDepartmentId } from '../../src/modules/people/common/root.ts';
import type { House } from '../access/house.ts';
import type { ConsoleClient } from '../journeys/console-client.ts';

/** They end the caller's own session, or change its password: no matter of grants. */
const skipped = new Set(['logout', 'sysConsole/session/end', 'sysConsole/password/change']);

/** An administrator over everybody whose grants are changed from call to call. */
export interface Granted {
  client: ConsoleClient;
  /** The only role. */
  roleId: string;
  /** Holds these codes and no other from now on. */
  hold(codes: readonly string[]): Promise<void>;
}

/** Makes an administrator whose grants are exchanged in the database, as another node would write them. */
export async function openGranted(house: House): Promise<Granted> {
  const { client, roleId } = await house.administrator({ range: { kind: 'all' } });
  const { db } = house.product.database;
  return {
    client,
    roleId,
    hold: (codes) =>
      db.transaction().execute(async (tx) => {
        await tx.deleteFrom('role_grant').where('role_id', '=', roleId).execute();
        if (codes.length > 0)
          await tx
            .insertInto('role_grant')
            .values(codes.map((code) => ({ role_id: roleId, code })))
            .execute();
        await accessChanged(tx);
      }),
  };
}

/** What an operation declares to need, way by way, with an input for each: every value of the field that decides has its own. */
function waysOf(operation: Endpoint, input: Record<string, unknown>): { codes: string[]; input: Record<string, unknown> }[] {
  const { access, permit } = operation;
  const alone = codesOf(access).length > 0 ? codesOf(access).map((code) => [code]) : [[]];
  if (!permit) return alone.map((codes) => ({ codes, input }));
  return Object.entries(permit.codes).flatMap(([value, needed]) =>
    [needed].flat().map((code) => ({
      codes: codesOf(access).includes(code) ? [code] : [...alone[0]!, code],
      input: { ...input, [permit.by]: value === 'true' ? true : value },
    })),
  );
}

/** The code of an answer, 0 for a file or a stream, of which nothing is read. */
async function codeOf({ app, token }: ConsoleClient, operation: Endpoint, input: Record<string, unknown>): Promise<number> {
  const inBody = operation.method === 'POST';
  const answer = await app.inject({
    method: operation.method,
    url: addressOf(operation).replace('{sysCode}', 'none') + (inBody ? '' : queryOf(input)),
    headers: { accesstoken: token },
    ...(inBody && { payload: input }),
    payloadAsStream: true,
  });
  const body = answer.stream();
  if (String(answer.headers['content-type']).startsWith('application/json')) return (JSON.parse(await text(body)) as { code: number }).code;
  body.destroy();
  return 0;
}

/** Operations that answer 65002 to somebody who holds exactly what they declare. */
export async function stricterThanDeclared(
  { client, hold }: Granted,
  operations: readonly Endpoint[],
  inputs: ReadonlyMap<string, Record<string, unknown>>,
): Promise<unknown[]> {
  const wrong: unknown[] = [];
  const asked = operations.filter(({ access, path, permitMore }) => !('open' in access) && !skipped.has(path) && permitMore === undefined);
  let held = '';
  for (const operation of asked) {
    const known = operation.dryRun ? inputs.get(operation.path) : undefined;
    const input = known ? tried(known) : sampleInput(operation.input, rootDepartmentId);
    for (const way of waysOf(operation, input)) {
      if (way.codes.join() !== held) await hold(way.codes);
      held = way.codes.join();
      const code = await codeOf(client, operation, way.input);
      if ([65001, 65002, 65003].includes(code)) wrong.push([operation.path, way.codes, code]);
    }
  }
  return wrong;
}
