import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { longText, mobile, stamps, text, time, version } from '#kit/common/schema.ts';
import { submitPhonePage as page } from './permissions.ts';

/** How a gateway is asked: a JSON body, a form, or everything in the address. */
export const smsFormats = ['json', 'form', 'query'] as const;
/** How a call is signed: not at all, or by an HMAC of its time and body. */
export const smsSignings = ['none', 'hmac'] as const;
/** What may stand in braces in a body, a header or the address. */
export const smsPlaceholders = ['phone', 'text', 'code', 'sign', 'template', 'secret'] as const;

const header = z.strictObject({
  name: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{1,64}$/),
  value: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .regex(/^[\t\x20-\x7e]*$/),
});

const setting = {
  enabled: z.boolean(),
  url: z.url({ protocol: /^https?$/ }).max(500),
  method: z.enum(['POST', 'PUT', 'GET']),
  headers: z.array(header).max(20),
  format: z.enum(smsFormats),
  /** JSON with placeholders in its texts; for forms and addresses one `name=value` a line. */
  body: z.string().trim().max(4000),
  /** The message itself; `{code}` is the code. */
  text: text(300),
  sign: longText(50),
  template: longText(100),
  signing: z.enum(smsSignings),
  /** Where in a JSON answer the word stands that says whether it worked, `data.code`; empty: the status of HTTP alone. */
  successPath: z
    .string()
    .trim()
    .max(200)
    .regex(/^(?:[\w-]+(?:\.[\w-]+)*)?$/),
  successValue: z.string().trim().max(100),
  perMinute: z.int().min(1).max(6000),
};

/** What is set of a gateway beside its secret. */
export const smsGatewaySetting = z.strictObject(setting);

/** The gateway as it is shown: its secret never. */
export const smsGatewayRow = z.object({
  ...stamps,
  ...setting,
  url: z.string(),
  hasSecret: z.boolean(),
  /** What became of the messages of the last 24 hours. */
  day: z.object({ sent: z.int(), failed: z.int(), waiting: z.int(), lastAnswer: z.string().nullable(), lastAt: time().nullable() }),
});
export type SmsGatewayView = z.output<typeof smsGatewayRow>;

/** Changed fields. The secret stays unless another host is named. */
export const smsGatewayChange = z.strictObject({
  version: version(),
  ...z.object(setting).partial().shape,
  secret: z.string().min(1).max(500).optional(),
});

/** The gateway that sends messages to phones. */
export const smsGatewayGet = endpoint({
  method: 'GET',
  path: 'im/submitPhone/gateway/get',
  access: { code: page.code },
  scope: 'department',
  input: z.object({}),
  reply: smsGatewayRow,
  summary: 'The gateway that sends codes to mobile numbers, and how it does',
});

/** Changes it. */
export const smsGatewaySave = endpoint({
  method: 'POST',
  path: 'im/submitPhone/gateway/save',
  access: { code: page.button.gateway },
  scope: 'department',
  audit: 'submitPhone.saveGateway',
  dryRun: true,
  input: smsGatewayChange,
  reply: smsGatewayRow,
  summary: 'Changes the gateway that sends codes to mobile numbers',
});

/** Sends one message with what is stored, and says what the gateway answered. */
export const smsGatewayTest = endpoint({
  method: 'POST',
  path: 'im/submitPhone/gateway/test',
  access: { code: page.button.gateway },
  scope: 'department',
  audit: 'submitPhone.testGateway',
  input: z.strictObject({ number: mobile() }),
  reply: z.object({ ok: z.boolean(), answer: z.string() }),
  timeout: 20_000,
  summary: 'Sends a test message to a number',
});
