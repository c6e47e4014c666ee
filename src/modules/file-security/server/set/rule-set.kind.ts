import type { Kind } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { wrongState } from '#kit/server/refusal.ts';
import { fileSecurity } from '../../common/permissions.ts';
import { needsWholeCompany } from '../../common/words.ts';
import { fileSecurityChanged } from '../rule/changes.ts';

const base = siteKind(
  tableKind({
    kind: 'fileRuleSet',
    module: 'file-security',
    codes: { read: fileSecurity.code, revert: fileSecurity.button.publish },
    table: 'file_rule_set',
    name: 'name',
    fields: {
      number: { column: 'number' },
      name: { column: 'name' },
      content: { column: 'content', internal: true },
      hash: { column: 'hash', internal: true },
      basedOn: { column: 'based_on' },
      note: { column: 'note' },
      tests: { column: 'tests', internal: true },
    },
    unique: { file_rule_set_number: 'number' },
  }),
);

/** Published versions in the change engine: they are added and stay as they are; what is undone is restored and published again. */
export const fileRuleSetKind: Kind = {
  ...base,
  siteCode: needsWholeCompany,
  check: async (tx, caller, operations) => {
    if (operations.some(({ action }) => action !== 'create')) throw wrongState('published');
    return (await base.check?.(tx, caller, operations)) ?? new Map();
  },
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    await fileSecurityChanged(tx);
  },
};
