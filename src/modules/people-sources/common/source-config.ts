import type { z } from 'zod';
import { fileConfig } from './config/file.ts';
import { httpSourceConfig } from './config/http.ts';
import { adSourceConfig, ldapSourceConfig } from './config/ldap.ts';
import { scimSourceConfig } from './config/scim.ts';
import { sqlSourceConfig } from './config/sql.ts';
import type { SourceKind } from './source-kinds.ts';

/** The configuration of each kind, and the names of its secrets. */
export const sourceConfigs = {
  ldap: { config: ldapSourceConfig, secrets: ['password'] },
  ad: { config: adSourceConfig, secrets: ['password'] },
  scim: { config: scimSourceConfig, secrets: [] },
  sql: { config: sqlSourceConfig, secrets: ['password'] },
  file: { config: fileConfig, secrets: ['token'] },
  http: { config: httpSourceConfig, secrets: ['secret', 'eventToken', 'eventKey'] },
} as const satisfies Record<SourceKind, { config: z.ZodType; secrets: readonly string[] }>;
