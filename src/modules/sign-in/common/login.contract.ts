import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { settingCode } from './auth-config.ts';

const beforeSignIn = { open: true, because: 'A browser on its way to or from another sign-in has no session' } as const;

/** Sends the browser to the other system. `tries` is the one-time word of an administrator who tries a setting out, `terminal` that of a terminal for which the browser signs in. */
export const loginStart = endpoint({
  method: 'GET',
  path: 'login/start/{sysCode}',
  access: beforeSignIn,
  input: z.object({ sysCode: settingCode, tries: z.string().max(100).optional(), terminal: z.string().max(100).optional() }),
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
  input: z.object({
    sysCode: settingCode,
    SAMLResponse: z.string().optional(),
    RelayState: z.string().max(2000).optional(),
    /** A CAS server tells the address that it gave a ticket for that the session is over. */
    logoutRequest: z.string().max(20_000).optional(),
  }),
  reply: z.null(),
  answer: 'raw',
  summary: 'Takes the answer of a SAML provider, or the end of a session from a CAS server',
});

/** What a SAML provider has to know of us; public, as such documents are. */
export const loginMetadata = endpoint({
  method: 'GET',
  path: 'login/metadata/{sysCode}',
  access: { open: true, because: 'A SAML provider reads it without a session; it holds addresses and certificates' },
  input: z.object({ sysCode: settingCode }),
  reply: z.null(),
  answer: 'raw',
  summary: 'SAML metadata of a sign-in setting',
});

const afterSignOut = { open: true, because: 'The session here is over, or another system says that it is' } as const;
const messages = {
  sysCode: settingCode,
  SAMLRequest: z.string().max(300_000).optional(),
  SAMLResponse: z.string().max(300_000).optional(),
  RelayState: z.string().max(2000).optional(),
};

/** Sends the browser of somebody who has just signed out to the other system, so that the session ends there too. */
export const loginOut = endpoint({
  method: 'GET',
  path: 'login/out/{sysCode}',
  access: afterSignOut,
  input: z.object({ sysCode: settingCode, state: z.string().max(100).optional() }),
  reply: z.null(),
  answer: 'raw',
  summary: 'Ends a session in the other system too',
});

/** A SAML provider ends a session by the browser, or answers our own request to: signed, always. An OpenID provider names its session (`sid`) in a frame. The handler writes the audit row itself. */
export const loginLogout = endpoint({
  method: 'GET',
  path: 'login/logout/{sysCode}',
  access: afterSignOut,
  errors: [11024],
  input: z.object({
    ...messages,
    SigAlg: z.string().max(200).optional(),
    Signature: z.string().max(4000).optional(),
    iss: z.string().max(2000).optional(),
    sid: z.string().max(1000).optional(),
  }),
  reply: z.null(),
  answer: 'raw',
  summary: 'Takes a sign-out of a SAML provider, or of an OpenID provider by a frame',
});

/** The same by a form, and what OpenID providers (`logout_token`) and CAS servers (`logoutRequest`) tell the server itself. */
export const loginLogoutForm = endpoint({
  method: 'POST',
  path: 'login/logout/{sysCode}',
  access: afterSignOut,
  reads: true,
  encoding: 'form',
  bodyLimit: 512 * 1024,
  errors: [11024],
  input: z.object({
    ...messages,
    logout_token: z.string().max(20_000).optional(),
    logoutRequest: z.string().max(20_000).optional(),
  }),
  reply: z.null(),
  answer: 'raw',
  summary: 'Takes a sign-out of another system',
});
