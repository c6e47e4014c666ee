import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { codeText, id, time } from '#kit/common/schema.ts';
import { signedIn } from './auth.contract.ts';

/** States of a code that a terminal shows. */
const qrStates = ['waiting', 'scanned', 'confirmed', 'rejected', 'ended'] as const;

/** What a code that is scanned holds. */
const qrCode = () => codeText(64).min(20);

/** Shows a code that a phone which is signed in scans. */
export const qrBegin = clientEndpoint({
  method: 'POST',
  path: 'auth/qr/begin',
  session: null,
  proof: true,
  rate: 'signIn',
  errors: [23011],
  input: z.strictObject({}),
  reply: z.object({
    code: z.string(),
    /** What is drawn: the server and the code. A phone scans codes of its own server alone. */
    text: z.string(),
    /** Shown beside it; whoever confirms enters it. */
    number: z.string(),
    until: time(),
  }),
  summary: 'A code by which a phone lets this terminal in',
});

/** What became of the code; waits until something does. Once it is confirmed, `auth/login` of kind `qr` signs in with it. */
export const qrState = clientEndpoint({
  method: 'GET',
  path: 'auth/qr/state',
  session: null,
  proof: true,
  rate: 'read',
  input: z.object({ code: qrCode(), wait: z.int().min(0).max(25).default(0), known: z.enum(qrStates).optional() }),
  reply: z.object({ state: z.enum(qrStates) }),
  summary: 'What became of a code; waits for as long as is said while it is as `known` says',
});

/** A phone scans the code: it learns which terminal asks, from where. */
export const qrScan = clientEndpoint({
  method: 'POST',
  path: 'auth/qr/scan',
  session: fullSession,
  rate: 'write',
  errors: [23020, 23021],
  input: z.strictObject({ code: qrCode() }),
  reply: z.object({ platform: z.int(), address: z.string(), until: time() }),
  summary: 'Which terminal shows this code, and from where',
});

/** The person at the phone lets the terminal in; a wrong number rejects it. */
export const qrConfirm = clientEndpoint({
  method: 'POST',
  path: 'auth/qr/confirm',
  session: fullSession,
  rate: 'write',
  audit: 'terminalQr.confirm',
  errors: [23020, 23021],
  input: z.strictObject({ code: qrCode(), number: z.string().regex(/^\d{2}$/) }),
  reply: z.null(),
  summary: 'Lets the terminal in that shows this code and number',
});

/** The person at the phone refuses it. */
export const qrReject = clientEndpoint({
  method: 'POST',
  path: 'auth/qr/reject',
  session: fullSession,
  rate: 'write',
  errors: [23020, 23021],
  input: z.strictObject({ code: qrCode() }),
  reply: z.null(),
  summary: 'Refuses the terminal that shows this code',
});

/** Begins a sign-in in the system's browser (RFC 8252): its page is never shown inside the application. */
export const browserBegin = clientEndpoint({
  method: 'POST',
  path: 'auth/browser/begin',
  session: null,
  proof: true,
  rate: 'signIn',
  errors: [23011, 23022],
  input: z.strictObject({
    settingId: id(),
    /** SHA-256 of the verifier, base64url (RFC 7636, S256). */
    challenge: z.string().regex(/^[\w-]{43}$/),
    /** Where the browser goes back to; a registered one. */
    returnLink: z.string().min(1).max(300),
  }),
  reply: z.object({ address: z.string(), state: z.string(), until: time() }),
  summary: 'The address that the browser of the system opens to sign in',
});

/** Ends it: the state and the code that the browser brought back, and the verifier that this terminal alone knows. */
export const browserFinish = clientEndpoint({
  method: 'POST',
  path: 'auth/browser/finish',
  session: null,
  proof: true,
  rate: 'signIn',
  errors: [23011, 23012, 23020],
  input: z.strictObject({
    state: z.string().min(20).max(100),
    code: z.string().min(20).max(100),
    verifier: z.string().regex(/^[\w.~-]{43,128}$/),
  }),
  reply: signedIn,
  summary: 'Signs in with what the browser brought back',
});
