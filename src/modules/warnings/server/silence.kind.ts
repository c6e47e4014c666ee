import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { warningPage as page } from '../common/permissions.ts';
import './notice-person.table.ts';

/** Silences in the change engine. */
export const silenceKind = siteKind(
  tableKind({
    kind: 'silence',
    module: 'warnings',
    codes: { read: page.code, revert: page.button.silence },
    table: 'silence',
    name: 'reason',
    fields: {
      kind: { column: 'kind' },
      module: { column: 'module' },
      objectId: { column: 'object_id' },
      severities: { column: 'severities' },
      from: { column: 'from_at' },
      until: { column: 'until_at' },
      weekly: { column: 'weekly' },
      reason: { column: 'reason' },
    },
  }),
);
