import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { endpoint } from '#kit/common/contract.ts';
import { localText } from '#kit/common/language.ts';
import { id, time } from '#kit/common/schema.ts';
import { platformList } from './login-link.contract.ts';
import { loginAuthPage, loginPagePage } from './permissions.ts';

/** Of a document that was never saved it is 0. */
const version = () => z.int().min(0);
const write = { method: 'POST', scope: 'department', dryRun: true } as const;
const read = { method: 'GET', scope: 'department', input: z.object({ appId: id() }) } as const;

/** What a login page shows: texts, pictures and what must be agreed to. */
export const loginPageContent = z.strictObject({
  title: localText(60).strict().nullable().default(null),
  slogan: localText(120).strict().nullable().default(null),
  footer: localText(300).strict().nullable().default(null),
  /** Uploaded pictures. */
  logoId: id().nullable().default(null),
  backgroundId: id().nullable().default(null),
  darkBackgroundId: id().nullable().default(null),
  agreement: z
    .strictObject({
      title: localText(60).strict(),
      address: z.url({ protocol: /^https$/ }).max(500),
      mustAccept: z.boolean().default(true),
    })
    .nullable()
    .default(null),
});
/** The content of a login page. */
export type LoginPageContent = z.output<typeof loginPageContent>;

const loginPage = z.object({
  appId: id(),
  version: version(),
  draft: loginPageContent,
  published: loginPageContent.nullable(),
  publishedAt: time().nullable(),
});

/** The login page of an app: its draft, and what terminals see. */
export const loginPageGet = endpoint({
  ...read,
  path: 'mam/loginPage/get',
  access: { code: loginPagePage.code },
  reply: loginPage,
  summary: 'The login page of an app: its draft, and what terminals see',
});
/** Saves the draft of a login page. */
export const loginPageSave = endpoint({
  ...write,
  path: 'mam/loginPage/save',
  access: { code: loginPagePage.button.save },
  audit: 'loginPage.save',
  input: z.strictObject({ appId: id(), version: version(), content: loginPageContent }),
  reply: loginPage,
  summary: 'Saves the draft of a login page; terminals see it once it is published',
});
/** Shows the draft to terminals. */
export const loginPagePublish = endpoint({
  ...write,
  path: 'mam/loginPage/publish',
  access: { code: loginPagePage.button.publish },
  audit: 'loginPage.publish',
  input: z.strictObject({ appId: id(), version: version() }),
  reply: loginPage,
  summary: 'Shows the draft of a login page to terminals',
});
/** A picture of a login page. */
export const loginPagePicture = endpoint({
  ...read,
  path: 'mam/loginPage/picture',
  access: { code: loginPagePage.code },
  answer: 'raw',
  input: z.object({ appId: id(), fileId: id() }),
  reply: z.unknown(),
  summary: 'A picture of the login page of an app',
});

/** A way to sign in, as an app offers it; the order is the one in which it is shown. */
const authKind = z.strictObject({ settingId: id(), platforms: platformList, on: z.boolean() });

/** How an app narrows the binding of devices. */
export const bindDeviceModes = ['off', 'first', 'approve'] as const;

/** How people sign in to an app, and what its terminals ask for afterwards. */
export const loginAuthContent = z.strictObject({
  kinds: z.array(authKind).max(50),
  /** The way that a terminal opens with; null: the first. */
  defaultKind: id().nullable().default(null),
  rememberAccount: z.boolean().default(true),
  /** Days for which a terminal signs in by itself; 0 never. */
  autoSignInDays: z.int().min(0).max(90).default(7),
  biometric: z.boolean().default(true),
  /** Terminals of a class that a person uses at once; 0 as many as they like. */
  atOnce: z
    .strictObject({ phone: z.int().min(0).max(20), tablet: z.int().min(0).max(20), pc: z.int().min(0).max(20) })
    .default({ phone: 1, tablet: 1, pc: 1 }),
  /** Binding of devices that the app asks for beyond the rule: none, with the first sign-in, or once somebody agrees. */
  bindDevice: z.enum(bindDeviceModes).default('off'),
  gesture: z.strictObject({ required: z.boolean(), afterMinutes: z.int().min(0).max(1440) }).default({ required: false, afterMinutes: 5 }),
});
/** The document of signing in to an app. */
export type LoginAuthContent = z.output<typeof loginAuthContent>;

const loginAuth = z.object({
  appId: id(),
  version: version(),
  content: z.object({
    ...loginAuthContent.shape,
    kinds: z.array(
      z.object({
        settingId: id(),
        platforms: z.array(platformNumber()),
        on: z.boolean(),
        name: z.string(),
        kind: z.string(),
        /** Platforms whose terminals the setting itself is offered to. */
        offered: z.array(platformNumber()),
      }),
    ),
  }),
});
/** The document as it is answered. */
export type LoginAuthView = z.output<typeof loginAuth>;

/** How people sign in to an app. */
export const loginAuthGet = endpoint({
  ...read,
  path: 'mam/loginAuth/get',
  access: { code: loginAuthPage.code },
  reply: loginAuth,
  summary:
    'Which ways of signing in an app offers, by platform and in which order, and what its terminals ask for; as usual where it was never saved',
});
/** Changes how people sign in to an app. */
export const loginAuthSave = endpoint({
  ...write,
  path: 'mam/loginAuth/save',
  access: { code: loginAuthPage.button.save },
  audit: 'appLoginAuth.save',
  input: z.strictObject({ appId: id(), version: version(), content: loginAuthContent }),
  reply: loginAuth,
  summary: 'Changes how people sign in to an app; each platform keeps at least one way, so that nobody is locked out',
});

/** Offers or leaves out one way of signing in. */
const turned = (verb: 'enable' | 'disable', summary: string) =>
  endpoint({
    ...write,
    path: `mam/loginAuth/${verb}`,
    access: { code: loginAuthPage.button[verb] },
    audit: `appLoginAuth.${verb}`,
    input: z.strictObject({ appId: id(), version: version(), settingId: id() }),
    reply: loginAuth,
    summary,
  });
/** Offers a way of signing in. */
export const loginAuthEnable = turned('enable', 'Offers a way of signing in to an app on its platforms');
/** Leaves a way of signing in out. */
export const loginAuthDisable = turned('disable', 'Leaves a way of signing in to an app out; each platform keeps at least one');
