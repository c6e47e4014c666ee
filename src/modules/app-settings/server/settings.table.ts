import type { Generated } from 'kysely';
import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { LoginAuthContent, LoginPageContent } from '../common/document.contract.ts';
import type { loginLink } from '../common/login-link.contract.ts';
import type { otherConfig } from '../common/other-config.contract.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    login_link: CrudTable<typeof loginLink>;
    other_config: CrudTable<typeof otherConfig>;
    app_document: {
      id: string;
      version: number;
      app_id: string;
      kind: 'loginPage' | 'loginAuth';
      content: LoginPageContent | LoginAuthContent;
      published: LoginPageContent | null;
      published_at: number | null;
    };
    app_setting_change: { id: Generated<number>; at: number };
  }
}
