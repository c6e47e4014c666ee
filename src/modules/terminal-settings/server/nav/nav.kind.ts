import { sql } from 'kysely';
import type { Kind } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { clock } from '#platform/clock.ts';
import { navigationPage as page } from '../../common/permissions.ts';
import '../settings.table.ts';
import { checkNav } from './nav.check.ts';

const base = siteKind(
  tableKind({
    kind: 'nav',
    module: 'terminal-settings',
    codes: { read: page.code, revert: page.button.publish },
    table: 'nav_setting',
    name: 'name',
    fields: { entries: { column: 'entries' }, published: { column: 'published' } },
    check: async (tx, _caller, operations) => checkNav(tx, operations),
  }),
);

/** Navigations in the change engine: whatever changes what is published, also an undo, makes the next version of the platform. */
export const navKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    for (const { id, after } of operations)
      if (after && 'published' in after)
        await sql`insert into nav_version (platform, nav_version, entries, published_at, published_by)
          select platform, coalesce((select max(nav_version) from nav_version as v where v.platform = n.platform), 0) + 1, published, ${clock.now()}, ${caller.uid}
          from nav_setting as n where id = ${id}`.execute(tx);
  },
};
