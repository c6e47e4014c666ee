import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { FormVersion } from '../../common/form/version.ts';
import type { todoSystem } from '../../common/template/system.contract.ts';
import type { todoTemplate } from '../../common/template/template.contract.ts';

/** Rights of who looks after a system. */
export type ManagerRight = 'item' | 'template' | 'answer';

declare module '#platform/database/tables.ts' {
  interface Tables {
    todo_system: CrudTable<typeof todoSystem>;
    todo_manager: {
      id: string;
      version: number;
      created_at: number;
      created_by: string | null;
      updated_at: number;
      updated_by: string | null;
      system_id: string;
      employee_id: string;
      rights: ManagerRight[];
    };
    todo_template: CrudTable<typeof todoTemplate>;
    todo_draft: { template_id: string; content: FormVersion; digest: string; at: number; by_id: string };
    todo_version: {
      id: string;
      template_id: string;
      number: number;
      content: FormVersion;
      digest: string;
      note: string;
      at: number;
      by_id: string;
      rollback_of: number | null;
    };
    todo_publication: { template_id: string; at: number; content: FormVersion; note: string; by_id: string };
  }
}
