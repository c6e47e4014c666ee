import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { jsonIn, textsIn } from '#kit/server/role-module/role-gifts.ts';
import { authRangePage, searchRangePage } from '../../common/permissions.ts';
import { rangeRow } from '../../common/role.contract.ts';
import { exactFields } from '../../common/words.ts';
import '../contacts.table.ts';

const [saveAuth, saveSearch] = [authRangePage.button.save, searchRangePage.button.save];
const rows = z.array(rangeRow);
const rule = { refers: 'member' } as const;
const searched = z.object({ same: z.boolean(), rows });

/** Whom holders of a role see and find, and its place in the list. A new role shows nobody but oneself. */
export const rangeParts = {
  authRange: jsonIn('auth_rows', saveAuth, { schema: rows, fresh: [rangeRow.parse({ kind: 'self' })], rule }),
  searchRange: {
    schema: searched,
    read: sql`jsonb_build_object('same', search_same, 'rows', search_rows)`,
    write: (range: z.output<typeof searched>) => ({
      search_same: sql`${range.same}`,
      search_rows: sql`${JSON.stringify(range.rows)}::jsonb`,
    }),
    fresh: { same: true, rows: [] },
    rule,
    button: saveSearch,
  },
  exactMatch: textsIn('exact_match', saveSearch, z.array(z.enum(exactFields))),
  order: {
    schema: z.number().nullable(),
    read: sql`order_no`,
    write: (place: number | null): Record<string, RawBuilder<unknown>> => (place === null ? {} : { order_no: sql`${place}` }),
  },
};
