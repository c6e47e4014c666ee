import { z } from 'zod';
import { text, longText } from '#kit/common/schema.ts';

/** A directory over LDAPv3 (RFC 4511): OpenLDAP, 389 DS, Active Directory. */
export const ldapSourceConfig = z.strictObject({
  servers: z
    .array(
      z.strictObject({
        host: z
          .string()
          .min(1)
          .max(253)
          .regex(/^[A-Za-z0-9_.:-]+$/),
        port: z.int().min(1).max(65_535),
      }),
    )
    .min(1)
    .max(5),
  security: z.enum(['ldaps', 'startTls', 'plain']).default('ldaps'),
  ca: longText(65_536).default(''),
  bindDn: z.string().trim().max(500).default(''),
  userBases: z.array(text(500)).min(1).max(20),
  userFilter: text(1000).default('(objectClass=inetOrgPerson)'),
  /** How departments come: the tree of organisational units, an attribute of people, groups, or none. */
  departments: z.enum(['ou', 'attribute', 'groups', 'none']).default('ou'),
  departmentBases: z.array(text(500)).max(20).default([]),
  /** Whether a base of departments is one itself; else what lies right under it is at the top. */
  basesAreDepartments: z.boolean().default(false),
  departmentFilter: z.string().trim().max(1000).default(''),
  departmentAttribute: z.string().trim().max(200).default('departmentNumber'),
  pathSeparator: text(5).default('/'),
  pageSize: z.int().min(10).max(1000).default(500),
  /** Active Directory: DirSync control instead of uSNChanged. */
  dirSync: z.boolean().default(false),
});

/** The same for Active Directory, which calls people otherwise. */
export const adSourceConfig = ldapSourceConfig.extend({
  userFilter: text(1000).default('(&(objectCategory=person)(objectClass=user))'),
});
export type LdapSourceConfig = z.output<typeof ldapSourceConfig>;
