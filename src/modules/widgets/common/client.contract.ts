import { z } from 'zod';
import { clientEndpoint, fullSession } from '#kit/common/client/client-endpoint.ts';
import { id } from '#kit/common/schema.ts';
import { openings, orientations, signIns, updateModes, widgetKinds } from './widget-words.ts';

/** A package that a terminal fetches, with what it checks it by. */
const packageFacts = z.object({
  versionId: z.string(),
  versionName: z.string(),
  buildNo: z.int(),
  size: z.int(),
  sha256: z.string(),
  signature: z.string(),
  entry: z.string(),
  mode: z.enum(updateModes),
  notes: z.string(),
});

/** A widget as terminals are told of it. */
export const clientWidget = z.object({
  widgetId: z.string(),
  widgetIdentifier: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string().nullable(),
  kind: z.enum(widgetKinds),
  /** The address for this kind of terminal. */
  link: z.string().nullable(),
  open: z.enum(openings),
  orientation: z.enum(orientations),
  signIn: z.enum(signIns),
  hosts: z.array(z.string()),
  bridge: z.array(z.string()),
  badgeLink: z.string().nullable(),
  card: z.object({ heights: z.array(z.string()), refresh: z.int(), dataLink: z.string().nullable() }).nullable(),
  package: packageFacts.nullable(),
});
/** A widget as terminals are told of it. */
export type ClientWidget = z.output<typeof clientWidget>;

/** Widgets that the person may use on this terminal. */
export const clientWidgetList = clientEndpoint({
  method: 'GET',
  path: 'widget/list',
  session: fullSession,
  rate: 'read',
  preview: true,
  offline: 'The last list; packages that were fetched',
  input: z.object({}),
  reply: z.object({
    categories: z.array(z.object({ id: z.string(), name: z.string(), widgets: z.array(clientWidget) })),
    /** Ed25519 key (raw, base64url) by which packages are signed. */
    publicKey: z.string(),
  }),
  summary: 'Widgets that the person may use on this terminal, by category, with the package for its app version',
});

/** Newer packages of the widgets that a terminal has. */
export const clientWidgetCheck = clientEndpoint({
  method: 'POST',
  path: 'widget/upgrade/check',
  session: fullSession,
  rate: 'read',
  reads: true,
  input: z.strictObject({ widgets: z.array(z.strictObject({ widgetId: id(), buildNo: z.int().min(0) })).max(300) }),
  reply: z.object({
    list: z.array(
      z.object({
        widgetId: z.string(),
        /** `keep` what is there, `fetch` another build (also an earlier one), `remove` it. */
        action: z.enum(['keep', 'fetch', 'remove']),
        package: packageFacts.nullable(),
      }),
    ),
  }),
  summary: 'For each widget on the terminal: keep it, fetch another build, or remove it',
});

/** The package of a widget version. */
export const clientWidgetPackage = clientEndpoint({
  method: 'GET',
  path: 'widget/package',
  session: fullSession,
  rate: 'file',
  answer: 'raw',
  input: z.object({ versionId: id() }),
  reply: z.unknown(),
  summary: 'The package of a version that is online and that the person may use; one range of bytes may be asked for',
});

/** A ticket by which a widget knows who uses it. */
export const clientWidgetTicket = clientEndpoint({
  method: 'POST',
  path: 'widget/ticket',
  session: fullSession,
  rate: 'write',
  input: z.strictObject({ widgetId: id() }),
  reply: z.object({ ticket: z.string(), expiresAt: z.int() }),
  summary:
    'A signed ticket (JWT, HS256 under the widget’s secret) that says who uses a widget and what they may do in it; good for five minutes',
});

/** What was opened. */
export const clientWidgetReport = clientEndpoint({
  method: 'POST',
  path: 'widget/report',
  session: fullSession,
  rate: 'write',
  input: z.strictObject({
    events: z
      .array(z.strictObject({ id: id(), widgetId: id(), versionId: id().nullable().default(null), kind: z.enum(['opened', 'failed']) }))
      .min(1)
      .max(200),
  }),
  reply: z.object({ accepted: z.int() }),
  summary: 'Counts widgets that were opened or failed to open; an event that was sent before counts once',
});
