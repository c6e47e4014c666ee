import { sql } from 'kysely';
import { z } from 'zod';
import { localText } from '#kit/common/language.ts';
import { rangeDraft, roleDraft } from '#kit/common/role/role.schema.ts';
import type { ShippedFacts } from '#kit/server/access/access.table.ts';
import { sameJson } from '#kit/server/change/fields.ts';
import type { Fields, Json, Kind } from '#kit/server/change/kind.ts';
import type { ConfigArea, ConfigKind, ConfigObject } from '#kit/server/config/config-area.ts';
import type { Db } from '#kit/server/directory.ts';

const grants = z
  .array(z.string().max(200))
  .max(5000)
  .transform((all) => [...new Set(all)].toSorted());
const { name, description, expiresAt, exclusiveWith, needsFactor, memberDays } = roleDraft.shape;

/** What a role is that gives nothing to nobody, beside what its file says. */
const bareRole: Fields = { module: 'sys', appKey: null, terminalType: null, ruleType: null, members: [] };

/** System roles with what they grant and where. Who holds them is no configuration. */
const roleConfig = (kind: Kind): ConfigKind => ({
  name: 'role',
  kind,
  after: ['resource'],
  fields: {
    name,
    description,
    expiresAt,
    exclusiveWith,
    needsFactor,
    memberDays,
    enabled: z.boolean().default(true),
    grants: grants.default([]),
    range: rangeDraft,
  },
  refers: { 'exclusiveWith.*': 'role', 'range.departmentIds.*': 'department' },
  objects: async (db) => {
    const rows = await db.selectFrom('role').select(['id', 'code', 'preset']).where('module', '=', 'sys').orderBy('code').execute();
    return rows.map(({ id, code, preset }): ConfigObject => {
      if (preset === null) return { id, code };
      // What the presets grant follows the product; nothing of the super administrators' role can be set.
      if (preset === 'super') return { id, code, fixed: true, untouched: true, only: [] };
      return { id, code, fixed: true, only: ['description', 'enabled', 'range', 'needsFactor', 'memberDays'] };
    });
  },
  create: async (_db, { id, code, given }) => ({ id, name: String(given['name']), fields: { ...bareRole, code } }),
});

interface Node {
  id: string;
  code: string;
  names: Json;
  icon: string | null;
  parent: string | null;
  order_no: number;
  visible: boolean;
  origin: 'shipped' | 'custom';
  shipped: ShippedFacts | null;
}

const shownAs = ({ names, icon, parent, orderNo }: ShippedFacts): Fields => ({ names: { ...names }, icon, parent, orderNo, visible: true });

function isUntouched({ names, icon, parent, order_no: orderNo, visible, shipped }: Node): boolean {
  return shipped !== null && sameJson({ names, icon, parent, orderNo, visible }, shownAs(shipped));
}

const nodesOf = async (db: Db, ids?: readonly string[]): Promise<Node[]> => {
  const { rows } = await sql<Node>`select id, code, names, icon, parent, order_no, visible, origin, shipped from resource
    where retired_at is null ${ids ? sql`and id = any(${ids}::uuid[])` : sql``} order by code`.execute(db);
  return rows;
};

/** The address that a custom page shows inside the frame, as the tree keeps it; nothing else of this product. */
function isFrame(route: string): boolean {
  const target = /^\/iframe\?address=([^&#]+)$/.exec(route)?.[1];
  try {
    return target !== undefined && /^https?:$/.test(new URL(decodeURIComponent(target)).protocol);
  } catch {
    return false;
  }
}

const code = z.string().max(100).nullable();

/** Nodes of the permission tree that differ from what the product delivers, and one's own. */
const resourceConfig = (kind: Kind): ConfigKind => ({
  name: 'resource',
  kind,
  fields: {
    names: localText(200).strict(),
    icon: code.default(null),
    parent: code.default(null),
    orderNo: z.int().min(0).max(1_000_000).default(0),
    visible: z.boolean().default(true),
    route: z.string().max(3100).refine(isFrame).nullable().default(null),
  },
  objects: async (db) =>
    (await nodesOf(db)).map((node): ConfigObject => {
      if (node.origin === 'custom') return { id: node.id, code: node.code };
      const only = ['names', 'icon', 'parent', 'orderNo', 'visible'];
      return { id: node.id, code: node.code, fixed: true, only, untouched: isUntouched(node) };
    }),
  create: async (db, { id, code: own, given }) => {
    const above = given['parent'];
    const parent =
      typeof above === 'string' ? await db.selectFrom('resource').select('module').where('code', '=', above).executeTakeFirst() : undefined;
    const fixed = { code: own, kind: 'menu', module: parent?.module ?? own, nested: false, dangerous: false, origin: 'custom' };
    const { zh_CN: title } = given['names'] as { zh_CN: string };
    return { id, name: title, fields: fixed };
  },
  reset: async (state, db) => {
    const [node] = await nodesOf(db, [state.id]);
    return node?.shipped ? shownAs(node.shipped) : {};
  },
});

/** Roles and the permission tree as text. */
export const systemAreas = (roleKind: Kind, resourceKind: Kind): readonly ConfigArea[] => [
  {
    area: 'resources',
    title: { zh_CN: '菜单与资源', en_US: 'Menus and resources', ja_JP: 'メニューとリソース' },
    kinds: [resourceConfig(resourceKind)],
  },
  { area: 'roles', title: { zh_CN: '系统角色', en_US: 'System roles', ja_JP: 'システムロール' }, kinds: [roleConfig(roleKind)] },
];
