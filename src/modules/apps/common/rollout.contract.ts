import { z } from 'zod';
import { audienceInput, audienceRow } from '#kit/common/audience.ts';
import { endpoint } from '#kit/common/contract.ts';
import { id, longText, time, version } from '#kit/common/schema.ts';
import { timeWindow } from '#modules/enterprise/common/segment-limit.contract.ts';

/** States of a rollout. */
export const rolloutStates = ['draft', 'running', 'waiting', 'paused', 'halted', 'done', 'cancelled'] as const;
/** A state of a rollout. */
export type RolloutState = (typeof rolloutStates)[number];

/** A stage: the share of terminals that it reaches, for how long at least, and whether the next one begins by itself. */
const stage = z.strictObject({
  percent: z.number().min(0.1).max(100),
  minHours: z.int().min(0).max(720).default(24),
  advance: z.enum(['auto', 'byHand']).default('auto'),
  /** Who is reached beside the share: a ring of named people. */
  ring: audienceInput(1000).default([]),
});
const shownStage = z.object({ percent: z.number(), minHours: z.int(), advance: z.enum(['auto', 'byHand']), ring: z.array(audienceRow) });
/** A stage of a rollout. */
export type RolloutStage = z.output<typeof shownStage>;

const shownWindow = z.object({ days: z.array(z.int()), from: z.string(), to: z.string(), zone: z.string() });
/** When new offers are made: days of the week and hours in a zone. */
export type RolloutWindow = z.output<typeof shownWindow>;

const limit = z.number().min(0.01).max(100).nullable();
const shownGates = z.object({ crash: z.number().nullable(), install: z.number().nullable(), silence: z.number().nullable() });
/** Gates of a rollout: shares in percent; null switches one off. */
export type RolloutGates = z.output<typeof shownGates>;

/** What halted a rollout: the gate, what was measured and allowed (percent), and of how many. */
const halted = z.object({ gate: z.string(), value: z.number(), limit: z.number(), sample: z.int() });
/** What halted a rollout. */
export type RolloutHalt = z.output<typeof halted>;

/** Terminals by how far they are with a version. */
const funnel = z.object({
  offered: z.int(),
  downloaded: z.int(),
  installed: z.int(),
  started: z.int(),
  failed: z.int(),
  crashed: z.int(),
  held: z.int(),
});

/** A rollout with what it reached. */
const rolloutView = z.object({
  id: id(),
  version: version(),
  state: z.enum(rolloutStates),
  stages: z.array(shownStage),
  stageNo: z.int(),
  stageSince: time(),
  gates: shownGates,
  /** Outside of it nobody is newly offered the version; null: always. */
  window: shownWindow.nullable(),
  haltedBy: halted.nullable(),
  /** What each gate measures now: percent, and of how many. */
  measured: z.array(z.object({ gate: z.string(), value: z.number(), sample: z.int(), least: z.int(), limit: z.number().nullable() })),
});
/** A rollout as it is shown. */
export type RolloutView = z.output<typeof rolloutView>;
const rolloutState = z.object({
  rollout: rolloutView.nullable(),
  funnel,
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
});

type Access = { readonly code: string } | { readonly anyOf: [string, ...string[]] };

/** Where the rollouts of one kind of versions are called, by whom, and at which gates they halt unless said; null where such versions have no such gate. */
interface RolloutDraft {
  readonly path: string;
  readonly audit: string;
  readonly read: Access;
  readonly rolls: { readonly anyOf: [string, ...string[]] };
  /** Codes that give a step alone. */
  readonly alone?: Partial<Record<'halt' | 'resume' | 'advance', string>>;
  readonly usual: RolloutGates;
}

const read = { method: 'GET', scope: 'department' } as const;
const write = { method: 'POST', scope: 'department', dryRun: true } as const;

/** The calls of the rollouts of one kind of versions. */
export function rolloutContract({ path, audit, read: reads, rolls, alone, usual }: RolloutDraft) {
  const gate = (usually: number | null) =>
    usually === null ? limit.refine((value) => value === null).default(null) : limit.default(usually);
  const gates = z.strictObject({ crash: gate(usual.crash), install: gate(usual.install), silence: gate(usual.silence) });
  const plan = {
    versionId: id(),
    stages: z.array(stage).min(1).max(10),
    gates: gates.default(usual),
    window: timeWindow.nullable().default(null),
  };
  const step = (verb: 'halt' | 'resume' | 'advance' | 'pause' | 'finish' | 'cancel', summary: string) => {
    const own = verb === 'pause' || verb === 'finish' || verb === 'cancel' ? undefined : alone?.[verb];
    const codes: [string, ...string[]] = own === undefined ? [...rolls.anyOf] : [...rolls.anyOf, own];
    return endpoint({
      ...write,
      path: `${path}/${verb}`,
      access: { anyOf: codes },
      audit: `${audit}.${verb}`,
      input: z.strictObject({ versionId: id(), reason: longText(500).optional() }),
      reply: z.object({ state: z.enum(rolloutStates), stageNo: z.int() }),
      summary,
    });
  };
  return Object.freeze({
    /** Gates unless others are said; null where there is no such gate. */
    usual,
    /** The rollout of a version with funnel, gates and reasons of failures. */
    get: endpoint({
      ...read,
      path: `${path}/get`,
      access: reads,
      input: z.object({ versionId: id() }),
      reply: rolloutState,
      summary: 'How the rollout of a version stands: stage, gates, terminals by step, failures by reason',
    }),
    /** Keeps the plan of a rollout without starting it. */
    save: endpoint({
      ...write,
      path: `${path}/save`,
      access: rolls,
      audit: `${audit}.save`,
      errors: [13021, 13027],
      input: z.strictObject(plan),
      reply: z.object({ id: id() }),
      summary: 'Keeps stages, gates and hours of a rollout that has not begun; 13021 while one of this version runs',
    }),
    /** Starts the rollout of a version in stages. */
    start: endpoint({
      ...write,
      path: `${path}/start`,
      access: rolls,
      audit: `${audit}.start`,
      errors: [13021, 13027],
      input: z.strictObject({
        ...plan,
        /** An earlier rollout: the same terminals come first. */
        sameAs: id().optional(),
      }),
      reply: z.object({ id: id() }),
      summary: 'Starts a rollout: the version is offered stage by stage, and halts by itself at a gate',
    }),
    /** Goes to the next stage now. */
    advance: step('advance', 'Goes to the next stage of a rollout now'),
    /** Makes no new offers until it is resumed. */
    pause: step('pause', 'Makes no new offers until the rollout is resumed'),
    /** Goes on with the same stage and people. */
    resume: step('resume', 'Goes on with a paused or halted rollout: same stage, same terminals'),
    /** Stops: no new offers, and what was not installed yet is held. */
    halt: step('halt', 'Halts a rollout: no new offers, and terminals hold what they have not installed'),
    /** Offers the version to everybody. */
    finish: step('finish', 'Ends a rollout at a hundred percent'),
    /** Ends a rollout; its version goes off shelf. */
    cancel: step('cancel', 'Ends a rollout and takes its version off shelf'),
  });
}

/** The calls of the rollouts of one kind of versions. */
export type RolloutContract = ReturnType<typeof rolloutContract>;
