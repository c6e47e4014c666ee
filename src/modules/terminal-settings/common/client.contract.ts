import { z } from 'zod';
import { platformNumber } from '#kit/common/client/platforms.ts';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { localText } from '#kit/common/language.ts';
import { id, mobile, time } from '#kit/common/schema.ts';
import { keyAlgorithms, keyPurposes, keyStates } from './encryption.contract.ts';
import { navBadges, navTargets } from './nav.contract.ts';
import { phoneModes, phoneProofs, submissionStates } from './phone.contract.ts';

const common = { session: fullSession } as const;

/** The main navigation of this platform for this person. */
export const clientNav = clientEndpoint({
  ...common,
  method: 'GET',
  path: 'nav/get',
  rate: 'read',
  preview: true,
  offline: 'the last one',
  input: z.object({}),
  reply: z.object({
    platform: platformNumber(),
    /** 0 while nothing is published: then it is the one the product delivers. */
    navVersion: z.int(),
    entries: z.array(
      z.object({
        code: z.string(),
        target: z.enum(navTargets),
        url: z.string().nullable(),
        name: localText(20),
        /** The name in the language that was asked for. */
        title: z.string(),
        icon: z.string().nullable(),
        selectedIcon: z.string().nullable(),
        badge: z.enum(navBadges),
        landing: z.boolean(),
        lock: z.boolean(),
      }),
    ),
    /** Pictures by their ids, as data addresses. */
    icons: z.record(z.string(), z.string()),
  }),
  summary: 'The published navigation of the platform: the entries that are for the person, in their order, in three languages',
});

/** 32 bytes in base64url: a public key of X25519 (RFC 7748). */
const publicKey = () => z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** The keys that terminals hold, each for this one alone. */
export const clientKeyFetch = clientEndpoint({
  ...common,
  method: 'POST',
  path: 'key/fetch',
  rate: 'write',
  audit: 'encryption.fetch',
  offline: 'those it holds',
  input: z.strictObject({ publicKey: publicKey() }),
  reply: z.object({
    keys: z.array(
      z.object({
        keyId: z.string(),
        purpose: z.enum(keyPurposes),
        algorithm: z.enum(keyAlgorithms),
        /** `active` writes, `retiring` reads, `pending` will write once enough terminals hold it. */
        state: z.enum(keyStates),
        wrapped: z.object({
          /** Public key of X25519 that was made for this answer. */
          ephemeral: z.string(),
          iv: z.string(),
          /** AES-256-GCM with its tag of 16 bytes at the end, all in base64url. */
          sealed: z.string(),
        }),
      }),
    ),
  }),
  summary:
    'Keys of transport and of the store on terminals, wrapped to a public key of the device: X25519, HKDF-SHA-256 (salt: both public keys; info: `wheelhouse key <keyId>`), AES-256-GCM bound to the key id',
});

/** What the terminal holds now. */
export const clientKeyAck = clientEndpoint({
  ...common,
  method: 'POST',
  path: 'key/ack',
  rate: 'write',
  reserved: true,
  input: z.strictObject({
    keyIds: z
      .array(z.string().regex(/^[0-9a-f]{16}$/))
      .min(1)
      .max(20),
  }),
  reply: z.object({ held: z.array(z.string()) }),
  summary: 'Says which keys the terminal holds; a new key writes once 95 % of the terminals do',
});

const submission = z.object({
  id: id(),
  state: z.enum(submissionStates),
  /** Masked. */
  number: z.string(),
  /** Until when the code holds. */
  endsAt: time().nullable(),
  triesLeft: z.int().nullable(),
});

/** Whether the person is asked for a mobile number. */
export const clientPhoneState = clientEndpoint({
  ...common,
  method: 'GET',
  path: 'phone/state',
  rate: 'read',
  input: z.object({}),
  reply: z.object({
    mode: z.enum(phoneModes),
    /** Whether the page is shown. */
    asked: z.boolean(),
    /** How often the page may still be put off; 0 where a number is required. */
    skipsLeft: z.int(),
    proof: z.enum(phoneProofs),
    /** Calling codes that are taken; all where none is named. */
    regions: z.array(z.string()),
    /** The number on record, masked. */
    number: z.string().nullable(),
    /** The source that owns the number: it is changed there. */
    ownedBy: z.string().nullable(),
    /** What is under way. */
    submission: submission.nullable(),
  }),
  summary: 'Whether and how the person is asked for a mobile number, and what became of the one submitted',
});

/** A number, or the request to be asked another time. */
export const clientPhoneSubmit = clientEndpoint({
  ...common,
  method: 'POST',
  path: 'phone/submit',
  rate: 'write',
  audit: 'submitPhone.submit',
  errors: [11053],
  input: z
    .strictObject({ number: mobile().optional(), skip: z.literal(true).optional() })
    .refine(({ number, skip }) => (number === undefined) !== (skip === undefined), { path: ['number'] }),
  reply: z.object({ submission: submission.nullable(), skipsLeft: z.int() }),
  summary: 'Submits a mobile number of the person, or puts the question off',
});

/** The code that was sent to the number. */
export const clientPhoneVerify = clientEndpoint({
  ...common,
  method: 'POST',
  path: 'phone/verify',
  rate: 'signIn',
  audit: 'submitPhone.verify',
  errors: [11053, 11054],
  input: z.strictObject({ code: z.string().regex(/^\d{6}$/) }),
  reply: z.object({ number: z.string() }),
  summary: 'Proves the submitted number by its code; answers it masked',
});
