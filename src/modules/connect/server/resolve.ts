import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import './connect.table.ts';

/** Where a value comes from, the nearest first. */
const origins = ['widgetPlatform', 'widget', 'commonPlatform', 'common'] as const;

/** A parameter in force. */
export interface Resolved {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  /** Sealed. */
  readonly secret: string | null;
  readonly kind: string;
  readonly visible: 'terminal' | 'serverOnly';
  readonly from: (typeof origins)[number];
  readonly ownerDeptId: string;
}

/** Parameters in force for a widget on a platform: those of the widget before common ones, those of a platform before those of all. */
export async function resolveParams(db: Db, widgetId: string, platform: number): Promise<Resolved[]> {
  const rows = await db
    .selectFrom('connect_param')
    .selectAll()
    .where((where) => where.or([where('widget_id', 'is', null), where('widget_id', '=', widgetId)]))
    .where((where) => where.or([where('platform', 'is', null), where('platform', '=', platform as 1)]))
    .orderBy('name')
    .execute();
  const found = new Map<string, Resolved>();
  for (const row of rows) {
    const from =
      row.widget_id === null ? (row.platform === null ? 'common' : 'commonPlatform') : row.platform === null ? 'widget' : 'widgetPlatform';
    const before = found.get(row.name);
    if (before && origins.indexOf(before.from) <= origins.indexOf(from)) continue;
    const { id, name, value, secret, kind, visible } = row;
    found.set(name, { id, name, value, secret, kind, visible, from, ownerDeptId: row.owner_dept_id });
  }
  return [...found.values()];
}

/** What a terminal is given. */
export const forTerminal = (resolved: readonly Resolved[]): Record<string, string> =>
  Object.fromEntries(
    resolved.filter(({ visible, kind }) => visible === 'terminal' && kind !== 'secret').map(({ name, value }) => [name, value]),
  );

/** What the business system is given with an exchange: everything, secrets in the clear. */
export const forSystem = (resolved: readonly Resolved[], { secrets }: Pick<Services, 'secrets'>): Record<string, string> =>
  Object.fromEntries(
    resolved.map(({ id, name, value, secret, kind }) => [
      name,
      kind === 'secret' ? (secret === null ? '' : secrets.open(secret, { table: 'connect_param', column: 'secret', row: id })) : value,
    ]),
  );
