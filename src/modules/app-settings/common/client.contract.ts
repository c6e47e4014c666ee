import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { id, time } from '#kit/common/schema.ts';
import { clientAdverts } from '#modules/app-pages/common/client.contract.ts';
import { linkKinds } from './login-link.contract.ts';

/** What an app needs before somebody signs in. */
export const clientAppInit = clientEndpoint({
  method: 'GET',
  path: 'app/init',
  session: null,
  rate: 'read',
  offline: 'The last one',
  input: z.object({}),
  reply: z.object({
    loginPage: z
      .object({
        title: z.string(),
        slogan: z.string(),
        footer: z.string(),
        logoId: id().nullable(),
        backgroundId: id().nullable(),
        darkBackgroundId: id().nullable(),
        agreement: z.object({ title: z.string(), address: z.string(), mustAccept: z.boolean() }).nullable(),
      })
      .nullable(),
    links: z.array(z.object({ id: id(), name: z.string(), kind: z.enum(linkKinds), address: z.string() })),
    signIn: z.object({
      kinds: z.array(z.object({ settingId: id(), kind: z.string(), name: z.string() })),
      defaultKind: id().nullable(),
      rememberAccount: z.boolean(),
      autoSignInDays: z.int(),
      biometric: z.boolean(),
      gesture: z.object({ required: z.boolean(), afterMinutes: z.int() }),
    }),
    /** Launch adverts for everybody; those of departments follow by `app/adverts` once somebody is signed in. */
    launch: clientAdverts.reply,
    /** From when on the app is used with this build or a higher one. */
    minimum: z.object({ buildNo: z.string(), at: time() }).nullable(),
    nextCheck: z.int(),
  }),
  summary:
    'Login page, links, ways of signing in and launch adverts for everybody of the app that calls, in the language of the terminal, and its minimum build',
});

/** A picture of the login page. */
export const clientLoginPicture = clientEndpoint({
  method: 'GET',
  path: 'app/login/picture',
  session: null,
  rate: 'file',
  answer: 'raw',
  input: z.object({ fileId: id() }),
  reply: z.unknown(),
  summary: 'A picture of the published login page or of a launch advert for everybody of the app that calls',
});

/** Settings as they are for this person and terminal. */
export const clientAppConfig = clientEndpoint({
  method: 'GET',
  path: 'app/config',
  session: fullSession,
  rate: 'read',
  offline: 'The last values',
  input: z.object({}),
  reply: z.object({ values: z.record(z.string(), z.unknown()) }),
  summary: 'The settings of the app that calls, resolved for this person and terminal, by their codes',
});
