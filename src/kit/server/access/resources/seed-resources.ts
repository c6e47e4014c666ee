import { sql } from 'kysely';
import type { LocalText } from '#kit/common/language.ts';
import type { MenuResource } from '#kit/common/permission.ts';
import { systemUid } from '../../caller.ts';
import { sameJson } from '../../change/fields.ts';
import type { Tx } from '../../directory.ts';
import { newId } from '../../ids.ts';
import type { Services } from '../../services.ts';
import { accessChanged } from '../access-changes.ts';
import type { ShippedFacts } from '../access.table.ts';
import { seedPresetRoles } from '../preset-roles.ts';

/** A node as the product declares it. */
export interface DeclaredResource {
  code: string;
  kind: 'menu' | 'button' | 'url';
  module: string;
  route: string | null;
  nested: boolean;
  dangerous: boolean;
  shipped: ShippedFacts;
}

/** Every page and button that the modules declare; `module` is the code of the group at the top. */
function declaredResources(pages: readonly MenuResource[]): DeclaredResource[] {
  const byCode = new Map(pages.map((page) => [page.code, page]));
  const topOf = (page: MenuResource): string => {
    const above = page.parent === undefined ? undefined : byCode.get(page.parent);
    return above ? topOf(above) : page.code;
  };
  return pages.flatMap((page) => {
    const module = topOf(page);
    const own: DeclaredResource = {
      code: page.code,
      kind: 'menu',
      module,
      route: page.route ?? null,
      nested: page.nested ?? false,
      dangerous: false,
      shipped: { names: page.title, icon: page.icon ?? null, parent: page.parent ?? null, orderNo: page.order },
    };
    const buttons = page.buttons.map((button, at): DeclaredResource => ({
      code: `${page.code}:${button.verb}`,
      kind: button.kind,
      module,
      route: null,
      nested: false,
      dangerous: button.dangerous,
      shipped: { names: button.title, icon: null, parent: page.code, orderNo: (at + 1) * 10 },
    }));
    return [own, ...buttons];
  });
}

/**
 * Brings the permission tree to the version that runs: new nodes appear, gone ones are retired, and what an administrator renamed,
 * reordered, moved or hid stays as it is; the rest follows the product. One node of an installation does it at a time.
 */
export async function seedResources(services: Pick<Services, 'database' | 'resources' | 'texts' | 'now'>): Promise<void> {
  const declared = declaredResources(services.resources);
  await services.database.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('access.seed'))`.execute(tx);
    const changed = [await seedTree(tx, declared, services.now()), await seedPresetRoles(tx, services)];
    if (changed.includes(true)) await accessChanged(tx);
  });
}

interface Present {
  code: string;
  kind: string;
  module: string;
  route: string | null;
  nested: boolean;
  dangerous: boolean;
  names: Partial<LocalText>;
  icon: string | null;
  parent: string | null;
  order_no: number;
  shipped: ShippedFacts | null;
  retired_at: number | null;
  origin: string;
}

async function seedTree(tx: Tx, declared: readonly DeclaredResource[], now: number): Promise<boolean> {
  const rows: Present[] = await tx.selectFrom('resource').selectAll().execute();
  const present = new Map(rows.map((row) => [row.code, row]));
  const known = declared.flatMap((node) => {
    const row = present.get(node.code);
    return row && differs(row, node) ? [{ node, row }] : [];
  });
  for (const { node, row } of known) await followNode(tx, { node, row, now });
  const fresh = declared.filter(({ code }) => !present.has(code));
  // All at once: the first start makes some hundreds.
  if (fresh.length > 0)
    await tx
      .insertInto('resource')
      .values(
        fresh.map((node) => ({
          ...columnsOf(node, node.shipped, now),
          id: newId(),
          code: node.code,
          visible: true,
          version: 1,
          created_at: now,
          created_by: systemUid,
        })),
      )
      .execute();
  const changed = known.length > 0 || fresh.length > 0;
  const codes = declared.map(({ code }) => code);
  const gone = await sql`update resource set retired_at = ${now}, version = version + 1, updated_at = ${now}, updated_by = ${systemUid}
    where origin = 'shipped' and retired_at is null and not code = any(${codes}::text[])`.execute(tx);
  return changed || (gone.numAffectedRows ?? 0n) > 0n;
}

function differs(row: Present, node: DeclaredResource): boolean {
  const fixed = (['kind', 'module', 'route', 'nested', 'dangerous'] as const).some((name) => row[name] !== node[name]);
  return fixed || row.retired_at !== null || row.origin !== 'shipped' || !sameJson({ ...row.shipped }, { ...node.shipped });
}

/** What stands now follows the product where the administrator left it as delivered. */
function followed(row: Present, shipped: ShippedFacts): ShippedFacts {
  const old = row.shipped;
  if (!old) return shipped;
  const name = (language: keyof LocalText): string =>
    row.names[language] === old.names[language] ? shipped.names[language] : (row.names[language] ?? shipped.names[language]);
  return {
    names: { zh_CN: name('zh_CN'), en_US: name('en_US'), ja_JP: name('ja_JP') },
    icon: row.icon === old.icon ? shipped.icon : row.icon,
    parent: row.parent === old.parent ? shipped.parent : row.parent,
    orderNo: row.order_no === old.orderNo ? shipped.orderNo : row.order_no,
  };
}

async function followNode(tx: Tx, { node, row, now }: { node: DeclaredResource; row: Present; now: number }): Promise<void> {
  await tx
    .updateTable('resource')
    .set({ ...columnsOf(node, followed(row, node.shipped), now), version: sql`version + 1` })
    .where('code', '=', node.code)
    .execute();
}

function columnsOf({ kind, module, route, nested, dangerous, shipped }: DeclaredResource, shown: ShippedFacts, now: number) {
  return {
    kind,
    module,
    route,
    nested,
    dangerous,
    origin: 'shipped' as const,
    shipped: JSON.stringify(shipped),
    names: JSON.stringify(shown.names),
    icon: shown.icon,
    parent: shown.parent,
    order_no: shown.orderNo,
    retired_at: null,
    updated_at: now,
    updated_by: systemUid,
  };
}
