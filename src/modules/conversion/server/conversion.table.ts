import type { Generated, JSONColumnType } from 'kysely';
import type { conversionStates, ConvertType } from '../common/conversion.contract.ts';

/** How files become pages. */
export interface ConvertParamTable {
  id: string;
  only_one: Generated<boolean>;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  workers: number;
  timeout: number;
  memory: number;
  max_size: number;
  max_pages: number;
  types: JSONColumnType<ConvertType[]>;
  dpi: number;
  cache_gi_b: number;
  cache_days: number;
}

/** A file on its way to pages, or converted. */
export interface ConversionTable {
  id: string;
  source_hash: string;
  type: ConvertType;
  converter: string;
  name: string;
  origin: string;
  asked_by: string | null;
  source_file: string | null;
  size: number;
  state: (typeof conversionStates)[number];
  tries: Generated<number>;
  crashes: Generated<number>;
  reason: string | null;
  pages: number | null;
  pdf_file: string | null;
  bytes: Generated<number>;
  ms: number | null;
  created_at: number;
  last_used_at: number;
  lease_until: number | null;
}

interface ConversionPageTable {
  conversion_id: string;
  page: number;
  dpi: number;
  file_id: string;
  bytes: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    convert_param: ConvertParamTable;
    conversion: ConversionTable;
    conversion_page: ConversionPageTable;
  }
}
