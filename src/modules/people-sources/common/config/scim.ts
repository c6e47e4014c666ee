import { z } from 'zod';

/** An identity provider that pushes by SCIM 2.0 (RFC 7643, RFC 7644). */
export const scimSourceConfig = z.strictObject({
  /** Addresses that may call, as networks; empty takes every one. */
  allowedAddresses: z.array(z.string().max(50)).max(50).default([]),
  /** What groups become. */
  groups: z.enum(['departments', 'crowds', 'ignored']).default('crowds'),
  /** How the enterprise extension's `department` is read. */
  department: z.enum(['path', 'code', 'name']).default('path'),
  pathSeparator: z.string().min(1).max(5).default('/'),
});
export type ScimSourceConfig = z.output<typeof scimSourceConfig>;
