import type pg from 'pg';
import type { MachineServices } from '#kit/server/services.ts';
import { copyRows } from '#platform/database/copy-rows.ts';
import type { CallRecord } from './call-record.ts';

/** Where what was masked of a call is sealed. */
export const sealedPlace = (id: string) => ({ table: 'call_sealed', column: 'sealed', row: id });

/** Keeps what was masked of calls, for who may unmask it. */
export async function writeSealed(
  client: pg.PoolClient,
  { secrets }: Partial<Pick<MachineServices, 'secrets'>>,
  records: readonly (CallRecord & { readonly id: string })[],
): Promise<void> {
  if (!secrets) return;
  const rows = records.flatMap(({ id, at, target, original }) =>
    original && original.size > 0
      ? [[id, at, target.interfaceId, secrets.seal(JSON.stringify(Object.fromEntries(original)), sealedPlace(id))]]
      : [],
  );
  if (rows.length > 0) await copyRows(client, 'call_sealed (id, at, interface_id, sealed)', rows);
}
