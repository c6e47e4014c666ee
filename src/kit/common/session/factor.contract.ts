import { z } from 'zod';
import { endpoint } from '../contract.ts';
import { count, id, ids, text, time } from '../schema.ts';
import { signedInReply } from './session.contract.ts';
import { factorKinds } from './sign-in-policy.ts';

const own = { signedIn: true } as const;
const kind = z.enum(factorKinds);

/** What a browser answers to a question for a passkey (WebAuthn level 3); its parts are checked by what they prove. */
const passkeyAnswer = z.looseObject({
  id: z.string().min(1).max(2000),
  rawId: z.string().min(1).max(2000),
  type: z.literal('public-key'),
  response: z.record(z.string().max(64), z.union([z.string().max(20_000), z.array(z.string().max(64)).max(10), z.number(), z.null()])),
  clientExtensionResults: z.record(z.string().max(64), z.unknown()).default({}),
});
/** The question itself, as the browser's library takes it. */
const passkeyQuestion = z.record(z.string(), z.unknown());

/** One's own second factors and what the policy says of them. */
export const factorList = endpoint({
  method: 'GET',
  path: 'sysConsole/factor/list',
  inPerson: true,
  access: own,
  input: z.object({}),
  reply: z.object({
    list: z.array(z.object({ id: id(), kind, name: z.string(), createdAt: time(), usedAt: time().nullable() })),
    /** Recovery codes that are left. */
    recovery: z.int(),
    /** Kinds that may be set up here; a passkey needs a host name. */
    kinds: z.array(kind),
    /** One of one's roles asks for a second factor. */
    required: z.boolean(),
    /** Browsers that are not asked. */
    trusted: z.array(z.object({ id: id(), userAgent: z.string(), createdAt: time(), expiresAt: time() })),
  }),
  summary: 'Own second factors',
});

/** Begins to set up codes by an app: the secret and the address that a QR code shows. */
export const totpBegin = endpoint({
  method: 'POST',
  path: 'sysConsole/factor/totp/begin',
  inPerson: true,
  access: own,
  whileFactorDue: true,
  audit: 'factor.begin',
  input: z.strictObject({}),
  reply: z.object({ secret: z.string(), uri: z.string() }),
  summary: 'Begins to set up codes by an app',
});

/** Begins to set up a passkey. */
export const passkeyBegin = endpoint({
  method: 'POST',
  path: 'sysConsole/factor/passkey/begin',
  inPerson: true,
  access: own,
  whileFactorDue: true,
  audit: 'factor.begin',
  input: z.strictObject({}),
  reply: z.object({ options: passkeyQuestion }),
  summary: 'Begins to set up a passkey',
});

/** Keeps what was set up, once it has proven to work. The first one comes with recovery codes, told this once; a sign-in that waited for it goes on. */
export const factorAdd = endpoint({
  method: 'POST',
  path: 'sysConsole/factor/add',
  inPerson: true,
  access: own,
  whileFactorDue: true,
  audit: 'factor.add',
  input: z.strictObject({ name: text(60), code: z.string().max(20).optional(), passkey: passkeyAnswer.optional() }),
  reply: z.object({ id: id(), recoveryCodes: z.array(z.string()), session: signedInReply.nullable() }),
  summary: 'Sets up a second factor',
});

/** Takes one of one's own away; the last one stays while a role asks for it. */
export const factorRemove = endpoint({
  method: 'POST',
  path: 'sysConsole/factor/delete',
  inPerson: true,
  access: own,
  stepUp: true,
  audit: 'factor.delete',
  input: z.strictObject({ id: id() }),
  reply: z.null(),
  summary: 'Removes an own second factor',
});

/** New recovery codes, told this once; the former ones no longer count. */
export const recoveryRenew = endpoint({
  method: 'POST',
  path: 'sysConsole/factor/recovery/renew',
  inPerson: true,
  access: own,
  stepUp: true,
  audit: 'factor.recovery',
  input: z.strictObject({}),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  summary: 'New recovery codes',
});

/** Browsers that are asked again from now on. */
export const trustEnd = endpoint({
  method: 'POST',
  path: 'sysConsole/factor/trust/end',
  inPerson: true,
  access: own,
  audit: 'factor.trustEnd',
  input: z.strictObject({ ids: ids() }),
  reply: count(),
  summary: 'Ends the trust in browsers',
});

/** The question for a passkey, of a sign-in or a step-up. */
export const factorAsk = endpoint({
  method: 'POST',
  path: 'sysConsole/factor/ask',
  inPerson: true,
  access: own,
  whileFactorDue: true,
  reads: true,
  input: z.strictObject({}),
  reply: z.object({ options: passkeyQuestion }),
  summary: 'The question for a passkey',
});

/** Gives the second factor: the end of a sign-in, or a step-up (10428). The token is new afterwards. */
export const factorVerify = endpoint({
  method: 'POST',
  path: 'sysConsole/factor/verify',
  inPerson: true,
  access: own,
  whileFactorDue: true,
  audit: 'factor.verify',
  reserved: true,
  errors: [10401],
  input: z.strictObject({
    /** Of an app, or a recovery code. */
    code: z.string().min(1).max(40).optional(),
    passkey: passkeyAnswer.optional(),
    trustDevice: z.boolean().default(false),
  }),
  reply: signedInReply,
  summary: 'Gives the second factor',
});
