import type { Generated } from 'kysely';
import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { LocalDraft } from '#kit/common/language.ts';
import type { RolloutRow } from '#modules/apps/server/public.ts';
import type { widget, widgetCategory } from '../common/widget.contract.ts';
import type { updateModes } from '../common/widget-words.ts';

interface Stamps {
  id: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

/** A file of a package. */
export interface PackedFile {
  path: string;
  size: number;
  sha256: string;
}

export interface WidgetVersionTable extends Stamps {
  widget_id: string;
  version_name: string;
  build_no: number;
  file_id: string;
  size: number;
  sha256: string;
  hash: string;
  entry: string;
  files: PackedFile[];
  bridge: string[];
  hosts: string[];
  functions: string[];
  notes: LocalDraft | null;
  mode: (typeof updateModes)[number];
  status: 1 | 2 | 3;
}

/** The rollout of a version. */
export interface WidgetRolloutTable extends RolloutRow {
  widget_id: string;
}

interface WidgetRelationTable extends Stamps {
  widget_version_id: string;
  app_id: string;
  platform: number;
  from_build: number;
  to_build: number | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    widget_category: CrudTable<typeof widgetCategory>;
    widget: CrudTable<typeof widget>;
    widget_version: WidgetVersionTable;
    widget_relation: WidgetRelationTable;
    widget_rollout: WidgetRolloutTable;
    mam_role: { role_id: string; codes: string[] };
    widget_role: { role_id: string; widget_id: string; functions: string[] };
    widget_open: { widget_id: string; version_id: string; day: string; opened: number; failed: number };
    widget_event: { id: string; at: number };
    widget_change: { id: Generated<number>; at: number };
  }
}
