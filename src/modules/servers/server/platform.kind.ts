import type { Kind, Operation } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { holdChange, rollingBack } from '#modules/sign-in/server/public.ts';
import type { PlatformContent } from '../common/platform.contract.ts';
import { serversPage as page } from '../common/permissions.ts';
import { writeDocument } from './platform.sign.ts';

const base = siteKind(
  tableKind({
    kind: 'platform',
    module: 'servers',
    codes: { read: page.code, revert: page.button.publishPlatform },
    table: 'platform_config',
    name: 'name',
    fields: {
      rows: { column: 'rows' },
      minVersion: { column: 'min_version' },
      published: { column: 'published' },
    },
  }),
);

/** Platforms in the change engine: whatever changes what is published, also an undo, signs a new document; and it holds only when it is confirmed. */
export const platformKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    const published = operations.filter(
      (operation): operation is Operation & { after: object } => operation.after !== null && 'published' in operation.after,
    );
    for (const { id, after } of published) {
      const { platform } = await tx.selectFrom('platform_config').select('platform').where('id', '=', id).executeTakeFirstOrThrow();
      await writeDocument(tx, caller, platform, after['published'] as PlatformContent | null);
    }
    if (!rollingBack(caller)) await holdChange(tx, caller, { kind: base.kind, operations: published, fields: ['published'] });
  },
};
