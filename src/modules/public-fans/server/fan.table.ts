import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { fanTag } from '../common/tag.contract.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    fan_tag: CrudTable<typeof fanTag, { group: 'tag_group' }>;
    fan_tag_member: { tag_id: string; employee_id: string; at: number; by_id: string | null };
  }
}
