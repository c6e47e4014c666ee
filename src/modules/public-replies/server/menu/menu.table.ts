import type { MenuEntry } from '../../common/menu/menu.contract.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    sno_menu: {
      sno_id: string;
      version: number;
      updated_at: number;
      updated_by: string | null;
      draft: MenuEntry[];
      published_n: number | null;
    };
    sno_menu_version: { sno_id: string; n: number; entries: MenuEntry[]; at: number; by_id: string | null; by_name: string };
    sno_menu_click: { sno_id: string; employee_id: string; client_id: string; entry_key: string; at: number };
  }
}
