import type { Operation } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { moveSeats } from '../effects.ts';
import { employeeDefaults } from './employee.columns.ts';
import './employee.table.ts';

/** Everybody who holds a seat of the licence. */
export async function countSeats(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('employee')
    .select((is) => is.fn.countAll<number>().as('n'))
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  return n;
}

const active = 'active';

function isActiveAfter({ action, before, after }: Operation): boolean {
  if (action === 'delete') return false;
  if (action === 'create') return (after?.['status'] ?? employeeDefaults['status']) === active;
  // Out of the recycle bin people come disabled, unless a deletion is undone.
  if (action === 'restore') return after?.['status'] === active;
  return (after && 'status' in after ? after['status'] : before?.['status']) === active;
}

const isActiveBefore = ({ action, before }: Operation): boolean =>
  action !== 'create' && action !== 'restore' && before?.['status'] === active;

/** Moves the seats that operations on people need or free. Refuses with 10423. */
export async function takeSeats(tx: Tx, operations: readonly Operation[]): Promise<void> {
  const added = operations.filter((one) => isActiveAfter(one) && !isActiveBefore(one)).length;
  const gone = operations.filter((one) => !isActiveAfter(one) && isActiveBefore(one)).length;
  await moveSeats(tx, { added, gone });
}

/** Whether a new person takes a seat: not who is entered as disabled. */
export const needsSeat = (fields: Operation['after']): boolean => (fields?.['status'] ?? employeeDefaults['status']) === active;
