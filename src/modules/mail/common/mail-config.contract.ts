import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { languages } from '#kit/common/language.ts';
import { id, longText, stamps, text, time, version } from '#kit/common/schema.ts';
import { noticeMail as page } from './permissions.ts';

/** How a server is spoken to. `none`: in the clear. */
export const mailSecurities = ['tls', 'starttls', 'none'] as const;
/** How we sign in at it. */
export const mailAuths = ['none', 'password', 'oauth2'] as const;

const host = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(253)
    .regex(/^[A-Za-z0-9._:-]+$/);
const address = () => z.string().trim().min(3).max(254);
const pem = () => z.string().trim().max(20_000);

const server = {
  /** Tells the servers of one installation apart; made by us for a new one. */
  key: z
    .string()
    .regex(/^[a-z0-9]{1,36}$/)
    .nullable()
    .default(null),
  host: host(),
  port: z.int().min(1).max(65_535).default(587),
  security: z.enum(mailSecurities).default('starttls'),
  /** In the clear also to a server that is not on this machine. */
  allowPlain: z.boolean().default(false),
  auth: z.enum(mailAuths).default('none'),
  account: text(254).nullable().default(null),
  tokenUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable()
    .default(null),
  clientId: text(300).nullable().default(null),
  scope: text(500).nullable().default(null),
  /** Authorities to believe beside those of the system. */
  ca: pem().nullable().default(null),
};

/** A mail server as it is entered; the secret stays where it is left out and the server is still the same. */
export const mailServerDraft = z.strictObject({ ...server, secret: z.string().min(1).max(4000).optional() });
export type MailServerDraft = z.output<typeof mailServerDraft>;
/** A mail server as it is shown. */
export const mailServerView = z.object({ ...server, hasSecret: z.boolean() });

const dkimName = {
  domain: z
    .string()
    .trim()
    .min(1)
    .max(253)
    .regex(/^[A-Za-z0-9.-]+$/),
  selector: z
    .string()
    .trim()
    .min(1)
    .max(63)
    .regex(/^[A-Za-z0-9.-]+$/),
};
/** Key that signs mails, in PEM, or a new one; the stored one stays where neither is given. */
export const dkimDraft = z.strictObject({ ...dkimName, key: pem().min(1).optional(), newKey: z.boolean().optional() });
/** As it is shown, with what the domain must publish. */
export const dkimView = z.object({ ...dkimName, record: z.object({ name: z.string(), value: z.string() }).nullable() });

/** A line below every mail, by language; missing ones have none. */
const footer = z.strictObject(
  Object.fromEntries(languages.map((one) => [one, longText(1000).optional()])) as Record<
    (typeof languages)[number],
    z.ZodOptional<z.ZodString>
  >,
);

const plain = {
  fromName: text(100),
  fromAddress: address(),
  replyTo: address().nullable(),
  /** What we call ourselves towards servers. */
  ehloName: host().nullable(),
  perMinute: z.int().min(1).max(6000),
  /** MiB. */
  maxSize: z.int().min(1).max(25),
  footer,
  testTo: address().nullable(),
};

/** A change of the settings: the version that was read and the changed fields. */
export const mailConfigChange = z.strictObject({
  version: version(),
  ...z.object(plain).partial().shape,
  servers: z.array(mailServerDraft).min(1).max(3).optional(),
  dkim: dkimDraft.nullable().optional(),
});

/** The settings. */
export const mailConfigRow = z.object({
  ...stamps,
  ...plain,
  fromName: z.string(),
  fromAddress: z.string(),
  servers: z.array(mailServerView),
  dkim: dkimView.nullable(),
});
export type MailConfigView = z.output<typeof mailConfigRow>;

/** How mail leaves. */
export const mailGet = endpoint({
  method: 'GET',
  path: 'sys/mail/get',
  access: { code: page.code },
  scope: 'none',
  input: z.object({}),
  reply: mailConfigRow,
  summary: 'Servers, sender and signature of the mails',
});

/** Changes how mail leaves; the next mail goes so. */
export const mailUpdate = endpoint({
  method: 'POST',
  path: 'sys/mail/update',
  access: { code: page.button.update },
  scope: 'none',
  audit: 'mail.update',
  dryRun: true,
  input: mailConfigChange,
  reply: mailConfigRow,
  summary: 'Changes servers, sender and signature of the mails',
});

/** One line of the talk with a server. */
export const mailStep = z.object({ who: z.enum(['we', 'server', 'note']), line: z.string(), at: z.int() });
export type MailStepView = z.output<typeof mailStep>;

/** What was found in DNS: as it must be, missing, another key, not readable, more than one, or no answer in time. */
export const lookUpStates = ['ok', 'missing', 'different', 'malformed', 'several', 'noAnswer', 'notSet'] as const;
const lookUp = z.object({ state: z.enum(lookUpStates), name: z.string(), found: z.string().nullable() });
export type LookUp = z.output<typeof lookUp>;

/** Sends a mail at once and tells how it went: the talk, and what DNS says of our signature and sender. */
export const mailTest = endpoint({
  method: 'POST',
  path: 'sys/mail/test',
  access: { code: page.button.test },
  scope: 'none',
  audit: 'mail.test',
  timeout: 120_000,
  input: z.strictObject({ to: address(), language: z.enum(languages) }),
  reply: z.object({
    deliveryId: id(),
    ok: z.boolean(),
    at: time(),
    /** Code and words of why it was not sent (11031, 11035). */
    failure: z.object({ code: z.int(), reason: z.string(), message: z.string() }).nullable(),
    dialogue: z.array(mailStep),
    dkim: lookUp,
    spf: lookUp,
  }),
  summary: 'Sends a test mail and shows the talk with the server',
});
