import type { Generated } from 'kysely';
import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { advert } from '../common/advert.contract.ts';
import type { pageConfig, platformCard } from '../common/page.contract.ts';
import type { Tag } from '../common/tag.ts';
import type { Arranged } from './personal.ts';

/** A save of a page. */
export interface PageReleaseTable {
  config_id: string;
  no: number;
  release_type: 0 | 1 | 2;
  release_at: number;
  is_page_edit_console: 0 | 1;
  tag_list: Tag[];
  note: string;
  at: number;
  by: string | null;
  withdrawn_at: number | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    advert: CrudTable<typeof advert>;
    advert_setting: {
      id: string;
      version: number;
      app_id: string;
      kind: 'launch' | 'home';
      display: 0 | 1;
      interval_time: number;
      keep_days: number;
    };
    advert_count: { advert_id: string; day: string; install_id: string; shown: number; opened: number };
    app_picture: { id: string; at: number; type: string; width: number; height: number; data: Buffer };
    platform_card: CrudTable<typeof platformCard>;
    page_config: CrudTable<typeof pageConfig>;
    page_release: PageReleaseTable;
    page_personal: Arranged & { emp_id: string; config_id: string; base: number; at: number };
    page_change: { id: Generated<number>; at: number };
  }
}
