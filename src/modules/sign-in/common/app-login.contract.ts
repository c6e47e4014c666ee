import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { localText } from '#kit/common/language.ts';
import { codeText, id } from '#kit/common/schema.ts';
import { authKinds } from './auth-config.ts';
import { loginAuthentication as page } from './permissions.ts';

/** The app that every installation has: the login page of the console. */
export const consoleApp = 'console';

/** A sign-in setting as an app uses it. */
const appLoginKind = z.object({
  settingId: id(),
  code: z.string(),
  name: localText(60),
  kind: z.enum(authKinds),
  enabled: z.boolean(),
  audience: z.enum(['console', 'terminals', 'both']),
  /** Of terminals; what is stored, nobody signs in there before there are apps. */
  platforms: z.array(z.number()),
  /** Place among those of this app, from 1; null where it is not offered. */
  order: z.int().nullable(),
  /** The app offers it now. */
  on: z.boolean(),
});
export type AppLoginKind = z.output<typeof appLoginKind>;

/** Which sign-in settings an app offers, and how. For the console they follow from the settings and the policy themselves. */
export const appLoginAuthGet = endpoint({
  method: 'GET',
  path: 'sys/appLoginAuth/get',
  access: { code: page.code },
  scope: 'none',
  input: z.object({ appId: codeText().default(consoleApp) }),
  reply: z.object({
    appId: z.string(),
    /** Of the policy of signing in, from which a part of it comes. */
    version: z.int(),
    /** In the order of the login page; those that are not offered stand behind. */
    kinds: z.array(appLoginKind),
    /** Code of the setting whose form the login page opens with; null where it opens with none. */
    defaultKind: z.string().nullable(),
    rememberAccount: z.boolean(),
  }),
  summary: 'Which sign-in settings an app uses',
});

/** How a source of people reaches its directory, without its password. */
const sourceConnection = z.object({
  servers: z.array(z.object({ host: z.string(), port: z.int() })),
  security: z.enum(['ldaps', 'startTls', 'plain']),
  ca: z.string(),
  bindDn: z.string(),
  baseDn: z.string(),
});

/** What can look at a password: the directories that the settings reach, and those from which people come. */
export const userSourceList = endpoint({
  method: 'GET',
  path: 'sysConsole/listUserSource',
  access: { code: page.code },
  scope: 'none',
  input: z.object({}),
  reply: z.array(
    z.object({
      id: id(),
      name: localText(100),
      kind: z.enum(['ldap', 'ad']),
      enabled: z.boolean(),
      origin: z.enum(['setting', 'source']),
      /** Of sources, for who may see them: a new setting can begin with it. */
      connection: sourceConnection.nullable(),
    }),
  ),
  summary: 'Directories that can check a password',
});
