import type { JSONColumnType } from 'kysely';
import type { ExportedLog } from '../../common/export.contract.ts';
import type { reportFormats, ReportOutcome, Schedule } from '../../common/saved/report.contract.ts';

interface Stamps {
  id: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

/** A search of a log under a name. */
export interface SavedSearchTable extends Stamps {
  owner_id: string;
  name: string;
  log: ExportedLog;
  filters: JSONColumnType<Record<string, unknown>>;
  columns: JSONColumnType<string[]> | null;
  role_ids: string[];
}

/** A report that goes out by itself. */
export interface LogReportTable extends Stamps {
  name: string;
  search_id: string;
  schedule: Schedule;
  format: (typeof reportFormats)[number];
  person_ids: string[];
  enabled: boolean;
}

interface LogReportStateTable {
  report_id: string;
  /** The moment of the last run that was begun. */
  due_at: number;
}

interface LogReportSentTable {
  report_id: string;
  due_at: number;
  person_id: string;
  at: number;
  outcome: ReportOutcome;
  file_id: string | null;
  rows: number | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    saved_search: SavedSearchTable;
    log_report: LogReportTable;
    log_report_state: LogReportStateTable;
    log_report_sent: LogReportSentTable;
  }
}
