import type { Generated } from 'kysely';
import type { CrudTable } from '#kit/common/crud/crud-types.ts';
import type { database, dubbo, sap, soap } from '../common/connection.contract.ts';
import type { Definition } from '../common/definition.ts';
import type { globalParam } from '../common/global-param.contract.ts';
import type { caseExpect, caseValues } from '../common/case.contract.ts';
import type { apiInterface } from '../common/interface.contract.ts';
import type { interfacePrefix } from '../common/prefix.contract.ts';
import type { accessSystem, grantRange, grantTargets, granteeKinds, keyKinds } from '../common/system.contract.ts';
import type { z } from 'zod';

export type AccessSystemTable = CrudTable<typeof accessSystem>;
export type InterfacePrefixTable = CrudTable<typeof interfacePrefix>;
export type DatabaseTable = CrudTable<typeof database>;
export type SoapTable = CrudTable<typeof soap>;
export type SapTable = CrudTable<typeof sap>;
export type DubboTable = CrudTable<typeof dubbo>;
export type GlobalParamTable = CrudTable<typeof globalParam, { group: 'group_name' }>;
export type ApiInterfaceTable = CrudTable<typeof apiInterface, { log: 'log_on'; logKeep: 'log_keep' }>;

/** A key of a system. */
export interface AccessKeyTable {
  id: string;
  system_id: string;
  name: string;
  key_id: string;
  kind: (typeof keyKinds)[number];
  secret: string;
  created_at: number;
  created_by: string | null;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
}

/** What somebody may call. */
export interface InterfaceGrantTable {
  id: string;
  grantee_kind: (typeof granteeKinds)[number];
  grantee_id: string;
  target_kind: (typeof grantTargets)[number];
  target_id: string;
  rate: number | null;
  quota_day: number | null;
  from_at: number | null;
  until: number | null;
  fields: string[] | null;
  range: z.output<typeof grantRange> | null;
  reason: string;
  version: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
}

export interface InterfaceVersionTable {
  interface_id: string;
  no: number;
  definition: Definition;
  note: string;
  hash: string;
  rollback_of: number | null;
  published_at: number;
  published_by: string;
}

/** A case of an interface. */
interface InterfaceCaseTable {
  id: string;
  version: number;
  interface_id: string;
  name: string;
  given: z.output<typeof caseValues>;
  expect: z.output<typeof caseExpect>;
  recorded: string | null;
}

/** What a service was described by when it was read last. */
export interface SoapWsdlTable {
  soap_id: string;
  documents: Record<string, string>;
  operations: { name: string; sample: string }[];
  read_at: number;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    access_system: AccessSystemTable;
    access_key: AccessKeyTable;
    interface_grant: InterfaceGrantTable;
    interface_prefix: InterfacePrefixTable;
    access_database: DatabaseTable;
    access_soap: SoapTable;
    access_sap: SapTable;
    access_dubbo: DubboTable;
    soap_wsdl: SoapWsdlTable;
    global_param: GlobalParamTable;
    global_token: {
      param_id: string;
      value: string | null;
      obtained_at: number | null;
      valid_until: number | null;
      failed_at: number | null;
      failures: Generated<number>;
    };
    api_interface: ApiInterfaceTable;
    interface_version: InterfaceVersionTable;
    interface_case: InterfaceCaseTable;
    interface_case_run: { case_id: string; at: number; ok: boolean };
    connection_test: { connection_id: string; at: number; class: string; ms: number };
    access_table_change: { id: Generated<number>; at: number };
  }
}
