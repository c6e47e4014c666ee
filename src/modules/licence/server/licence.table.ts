import type { ColumnType } from 'kysely';
import type { LicenceLimit } from '#kit/common/licence/licence-facts.ts';

type Json<T> = ColumnType<T, string, string>;

/** A licence that was installed. */
export interface LicenceTable {
  id: string;
  license_id: string;
  key_id: string;
  customer: string;
  edition: string;
  issued_at: number;
  not_before: number | null;
  expires_at: number | null;
  grace_days: number;
  limits: Json<Partial<Record<LicenceLimit, number>>>;
  modules: string[];
  installation_id: string | null;
  replaces: string | null;
  min_version: string | null;
  more: Json<Record<string, unknown>>;
  file: string;
  file_hash: string;
  active: boolean;
  installed_at: number;
  installed_by: string;
  replaced_at: number | null;
}

/** This installation; one row. */
export interface LicenceSiteTable {
  one: boolean;
  installation_id: string;
  /** The latest time that was seen, by the hour. */
  seen_at: number;
  evaluation_from: number | null;
  basis: string;
}

/** A limit and what is used of it. */
export interface LicenceSeatTable {
  kind: LicenceLimit;
  counted: boolean;
  used: number;
  most: number | null;
  restricted_at: number | null;
}

/** What was used on a day, in UTC. */
export interface LicenceUsageDayTable {
  day: string;
  employees: number | null;
  devices: number | null;
  apps: number | null;
  interfaces: number | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    licence: LicenceTable;
    licence_site: LicenceSiteTable;
    licence_seat: LicenceSeatTable;
    licence_usage_day: LicenceUsageDayTable;
  }
}
