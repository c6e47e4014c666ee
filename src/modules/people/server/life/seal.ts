import type { Selectable } from 'kysely';
import type { Services } from '#kit/server/services.ts';
import { isSame } from '#platform/secrets/is-same.ts';
import type { EmploymentEventTable } from './life.table.ts';

type Event = Selectable<EmploymentEventTable>;

/** A value with the keys of its objects in order: the database keeps none. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, canonical(part)]),
  );
}

/** What is signed: who, what, when, by whom, with which result. */
const textOf = ({ id, employee_id, kind, at, day, state, payload, checklist, created_at, created_by, ended_at }: Event): string =>
  JSON.stringify(canonical({ id, employee_id, kind, at, day, state, payload, checklist, created_at, created_by, ended_at }));

const purpose = 'employment-event';

/** Signs an event that is over with the key of this installation. */
export const sealOf = ({ secrets }: Pick<Services, 'secrets'>, event: Event): string =>
  `${secrets.keyId}:${secrets.mac(purpose, textOf(event)).toString('hex')}`;

/** Whether an event is what was signed; null where it was not signed yet. */
export function isAsSealed({ secrets }: Pick<Services, 'secrets'>, event: Event): boolean | null {
  if (event.seal === null) return null;
  const [keyId = '', mac = ''] = event.seal.split(':');
  return isSame(Buffer.from(mac, 'hex'), secrets.mac(purpose, textOf(event), keyId));
}
