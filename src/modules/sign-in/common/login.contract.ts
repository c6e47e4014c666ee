import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { settingCode } from './auth-config.ts';

const beforeSignIn = { open: true, because: 'A browser on its way to or from another sign-in has no session' } as const;

/** Sends the browser to the other system. `tries` is the one-time word of an administrator who tries a setting out. */
export const loginStart = endpoint({
  method: 'GET',
  path: 'login/start/{sysCode}',
  access: beforeSignIn,
  input: z.object({ sysCode: settingCode, tries: z.string().max(100).optional() }),
  reply: z.null(),
  answer: 'raw',
  summary: 'Begins a sign-in in another system',
});

/** Parameters of answers; others are passed over. */
const answered = {
  sysCode: settingCode,
  state: z.string().max(2000).optional(),
  code: z.string().max(4000).optional(),
  ticket: z.string().max(4000).optional(),
  iss: z.string().max(2000).optional(),
  error: z.string().max(200).optional(),
};

/**
 * Where the other system sends the browser back to. The answer is always a redirect to the login page, with a ticket or with the reason why
 * not, so the handler writes the audit row itself.
 */
export const loginCallback = endpoint({
  method: 'GET',
  path: 'login/callback/{sysCode}',
  access: beforeSignIn,
  errors: [11023, 11024],
  input: z.object(answered),
  reply: z.null(),
  answer: 'raw',
  summary: 'Ends a sign-in in another system',
});

/**
 * Where a SAML provider sends the browser with a form. A form of another site comes without our cookie, so nothing is opened here: the
 * assertion is proved, and the browser is sent on to the callback above, which looks at the cookie.
 */
export const loginCallbackForm = endpoint({
  method: 'POST',
  path: 'login/callback/{sysCode}',
  access: beforeSignIn,
  reads: true,
  encoding: 'form',
  bodyLimit: 512 * 1024,
  errors: [11023, 11024],
  input: z.object({ sysCode: settingCode, SAMLResponse: z.string().optional(), RelayState: z.string().max(2000).optional() }),
  reply: z.null(),
  answer: 'raw',
  summary: 'Takes the answer of a SAML provider',
});

/** What a SAML provider has to know of us; public, as such documents are. */
export const loginMetadata = endpoint({
  method: 'GET',
  path: 'login/metadata/{sysCode}',
  access: { open: true, because: 'A SAML provider reads it without a session; it holds two addresses' },
  input: z.object({ sysCode: settingCode }),
  reply: z.null(),
  answer: 'raw',
  summary: 'SAML metadata of a sign-in setting',
});
