import type { FastifyInstance } from 'fastify';
import { addressOf } from '#kit/common/contract.ts';
import { getVerifyId, login } from '#kit/common/session/session.contract.ts';
import { makePartitions, sealAll } from '../audit/seal.ts';
import type { Services } from '../services.ts';
import { DemoActor } from './demo-actor.ts';
import type { DemoCalendar } from './demo-calendar.ts';
import type { CastMember } from './demo-cast.ts';
import type { DemoClock } from './demo-clock.ts';
import type { DemoPart, DemoSize, DemoStage } from './demo-part.ts';

/** What a play needs. */
export interface Play {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly clock: DemoClock;
  readonly calendar: DemoCalendar;
  readonly size: DemoSize;
  /** Everybody's password. */
  readonly password: string;
  readonly parts: readonly DemoPart[];
  /** Told at the beginning of each day, from 0. */
  onDay?(day: number): void;
}

/** Gives a product its history: the actions of all parts in their order, each at its moment; the nights of the parts, and the sealing of the audit, lie between the days. */
export async function playDemo(play: Play): Promise<void> {
  const { clock, calendar, services, size } = play;
  const { db } = services.database;
  await makePartitions(db, Date.now());
  const actions = play.parts.flatMap((part) => part.actions?.({ size, calendar }) ?? []).toSorted((one, other) => one.at - other.at);
  const stage = stageOf(play);
  let day = -1;
  for (const action of actions) {
    if (calendar.dayOf(action.at) > day) {
      await stage.rest();
      await sealAll(db, services.secrets);
      day = calendar.dayOf(action.at);
      play.onDay?.(day);
    }
    clock.goTo(action.at);
    await action.what(stage);
  }
  await sealAll(db, services.secrets);
}

function stageOf({ app, services, clock, calendar, size, password, parts }: Play): DemoStage {
  const actors = new Map<string, DemoActor>();
  return {
    size,
    calendar,
    as: async (member: CastMember) => {
      // One session for each computer that somebody uses.
      const place = `${member.account} ${member.address}`;
      const actor = actors.get(place) ?? new DemoActor({ app, clock, password }, member);
      actors.set(place, actor);
      await actor.arrive();
      return actor;
    },
    rest: async () => {
      for (const { night } of parts) await night?.(services);
    },
    guess: async (account, { address, userAgent }) => {
      const from = { remoteAddress: address, headers: { 'user-agent': userAgent } };
      const begun = await app.inject({ method: 'GET', url: addressOf(getVerifyId), ...from });
      const { verifyId } = begun.json<{ data: { verifyId: string } }>().data;
      const payload = { account, password: 'not the right one', verifyId };
      await app.inject({ method: 'POST', url: addressOf(login), payload, ...from });
    },
  };
}
