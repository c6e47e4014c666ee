import { z } from 'zod';
import { endpoint } from '#kit/common/contract.ts';
import { longText, time, version } from '#kit/common/schema.ts';
import { addressPage as page } from './permissions.ts';
import { engineSteps } from './words.ts';

const capabilities = ['history', 'recall', 'readMarks', 'groups', 'files', 'push'] as const;
const settings = {
  /** Seconds between two looks whether a connection of a terminal still lives; after two without an answer it ends. */
  pingSeconds: z.int().min(30).max(300),
};

/** What carries the messages. */
export const engineDocument = z.object({
  driver: z.enum(['embedded']),
  storeText: z.enum(['server']),
  capabilities: z.array(z.enum(capabilities)),
  version: version(),
  updatedAt: time(),
  ...settings,
  /** Until then nobody sends; null: everybody does. */
  pausedUntil: time().nullable(),
  pauseReason: z.string(),
});
/** What carries the messages. */
export type EngineDocument = z.output<typeof engineDocument>;

/** What carries the messages. */
export const engineGet = endpoint({
  method: 'GET',
  path: 'im/engine/get',
  access: { code: page.code },
  scope: 'none',
  input: z.object({}),
  reply: engineDocument,
  summary: 'Which engine carries the messages, what it can do, and whether it is paused',
});

/** Fields of the engine that are entered. */
export const engineChange = z.strictObject({
  version: version(),
  driver: z.enum(['embedded', 'ejabberd', 'matrix']).optional(),
  ...z.object(settings).partial().shape,
});

/** Changes how the engine works. */
export const engineSave = endpoint({
  method: 'POST',
  path: 'im/engine/save',
  access: { code: page.button.saveEngine },
  scope: 'site',
  audit: 'imEngine.save',
  dryRun: true,
  errors: [16091],
  input: engineChange,
  reply: engineDocument,
  summary: 'Changes how the engine works; a driver that this installation has not is refused',
});

/** Minutes for which messaging is paused at most. */
export const longestPause = 1440;

/** Stops sending for a while. */
export const enginePause = endpoint({
  method: 'POST',
  path: 'im/engine/pause',
  access: { code: page.button.saveEngine },
  scope: 'site',
  stepUp: true,
  audit: 'imEngine.pause',
  input: z.strictObject({
    version: version(),
    /** 0 lets everybody send again. */
    minutes: z.int().min(0).max(longestPause),
    reason: longText(200).default(''),
  }),
  reply: engineDocument,
  summary:
    'Lets nobody send for so many minutes (16014), for work on the installation; what was sent before is read, and terminals keep what is written',
});

/** Tries the engine. */
export const engineTest = endpoint({
  method: 'POST',
  path: 'im/engine/test',
  access: { code: page.button.test },
  scope: 'site',
  audit: 'imEngine.test',
  timeout: 30_000,
  input: z.strictObject({}),
  reply: z.object({
    ok: z.boolean(),
    steps: z.array(z.object({ step: z.enum(engineSteps), ok: z.boolean(), ms: z.number(), detail: z.string() })),
  }),
  summary: 'Tries what the engine stands on: writing, telling the other processes, sealing, and the processes that hold connections',
});
