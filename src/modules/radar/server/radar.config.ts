import type { ConfigArea, ConfigKind } from '#kit/server/config/config-area.ts';
import { departmentPaths } from '#modules/people/server/public.ts';
import { handKind, radarDraft } from '../common/radar.contract.ts';
import { radarKind } from './radar.kind.ts';
import './radar.table.ts';

/** What was added by hand. Snoozing is nobody's configuration: it belongs to who does it. */
const itemConfig: ConfigKind = {
  name: 'radar-item',
  kind: radarKind,
  fields: radarDraft.shape,
  refers: { deptId: 'department', ownerId: 'employee' },
  objects: async (db) => {
    const rows = await db
      .selectFrom('radar_item')
      .select(['id', 'name'])
      .where('origin', '=', 'hand')
      .orderBy('name')
      .orderBy('due_at')
      .orderBy('id')
      .execute();
    // Nothing keeps two from having one name: the one that ends second is `name#2`.
    const seen = new Map<string, number>();
    return rows.map(({ id, name }) => {
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return { id, code: count === 1 ? name : `${name}#${count}` };
    });
  },
  create: async (db, { id, given }) => {
    const { deptId } = given;
    const path = typeof deptId === 'string' ? ((await departmentPaths(db, [deptId])).get(deptId) ?? null) : null;
    return { id, name: String(given['name']), path, fields: { kind: handKind, objectKind: 'radarItem', objectId: id, origin: 'hand' } };
  },
};

/** What was put on the radar by hand as text. */
export const radarAreas: readonly ConfigArea[] = [
  { area: 'radar', title: { zh_CN: '到期雷达', en_US: 'Expiry radar', ja_JP: '期限レーダー' }, kinds: [itemConfig] },
];
