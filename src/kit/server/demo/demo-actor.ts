import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { queryOf } from '#kit/common/address.ts';
import { code } from '#kit/common/codes.ts';
import { addressOf, type Endpoint, type Input, type Reply } from '#kit/common/contract.ts';
import { uploadFile } from '#kit/common/files/file.contract.ts';
import { getJob, type JobView } from '#kit/common/jobs/job.contract.ts';
import { confirm, getVerifyId, login } from '#kit/common/session/session.contract.ts';
import { uploadForm } from '../files/upload-form.ts';
import type { CastMember } from './demo-cast.ts';
import type { DemoClock } from './demo-clock.ts';

/** Raw answer of a call. */
interface Envelope {
  code: number;
  msg: string;
  data: unknown;
}

/** What an actor needs of the world. */
export interface ActorWorld {
  readonly app: FastifyInstance;
  readonly clock: DemoClock;
  readonly password: string;
}

const idleMillis = 20 * 60_000;
const thinkMillis = 9_000;

/** An administrator who calls the product as the console does, over its whole pipeline, and takes a little time over everything. */
export class DemoActor {
  readonly #world: ActorWorld;
  readonly #member: CastMember;
  #token = '';
  #calledAt = Number.NEGATIVE_INFINITY;

  constructor(world: ActorWorld, member: CastMember) {
    this.#world = world;
    this.#member = member;
  }

  /** The password that everybody of the cast has. */
  get password(): string {
    return this.#world.password;
  }

  /** Signs in where the session would be over by now. */
  async arrive(): Promise<void> {
    const { clock, password } = this.#world;
    if (clock.now() - this.#calledAt < idleMillis) return;
    this.#token = '';
    const { account } = this.#member;
    const { verifyId } = await this.call(getVerifyId, { account });
    const entered = await this.call(login, { account, password, verifyId });
    this.#token = entered.accessToken;
  }

  /** Calls an operation and answers the envelope, also that of a refusal. */
  async ask<E extends Endpoint>(operation: E, input: Input<E>, headers: Readonly<Record<string, string>> = {}): Promise<Envelope> {
    const { app, clock } = this.#world;
    // Somebody reads and types between two writes.
    if (operation.method !== 'GET') clock.goTo(clock.now() + thinkMillis);
    const inBody = operation.method === 'POST';
    const answer = await app.inject({
      method: operation.method,
      url: addressOf(operation) + (inBody ? '' : queryOf({ ...(input as object) })),
      headers: { ...this.#headers(), ...headers },
      remoteAddress: this.#member.address,
      ...(inBody && { payload: input as object }),
    });
    this.#calledAt = clock.now();
    return answer.json<Envelope>();
  }

  /** Calls an operation that must succeed; gives the password again where it is asked for. */
  async call<E extends Endpoint>(operation: E, input: Input<E>, headers: Readonly<Record<string, string>> = {}): Promise<Reply<E>> {
    let answer = await this.ask(operation, input, headers);
    if (answer.code === code.stepUp) {
      this.#token = (await this.call(confirm, { password: this.#world.password })).accessToken;
      answer = await this.ask(operation, input, headers);
    }
    if (answer.code !== code.done)
      throw new Error(`${this.#member.account} ${operation.path}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
    return answer.data as Reply<E>;
  }

  /** Waits for the end of a job, whatever it is. */
  async jobEnd(jobId: string): Promise<JobView> {
    for (;;) {
      const job = await this.call(getJob, { id: jobId });
      if (job.state !== 'queued' && job.state !== 'running') return job;
      await sleep(40);
    }
  }

  /** Waits for a job that makes a plan, and for the one it starts to apply it. */
  async planEnd(jobId: string): Promise<void> {
    const { result } = await this.jobEnd(jobId);
    const next: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, 'jobId') : undefined;
    if (typeof next === 'string') await this.jobEnd(next);
  }

  /** Uploads a file for an import and answers its id. */
  async upload(name: string, content: Buffer): Promise<string> {
    const { app, clock } = this.#world;
    const answer = await app.inject({
      method: 'POST',
      url: `${addressOf(uploadFile)}?purpose=import`,
      headers: this.#headers(),
      remoteAddress: this.#member.address,
      payload: uploadForm(name, content),
    });
    const { code: result, data, msg } = answer.json<{ code: number; msg: string; data: Reply<typeof uploadFile> }>();
    if (result !== code.done) throw new Error(`${uploadFile.path}: ${result} ${msg}`);
    this.#calledAt = clock.now();
    return data.fileId;
  }

  #headers(): Record<string, string> {
    return {
      ...(this.#token && { accesstoken: this.#token }),
      'accept-language': this.#member.language,
      'user-agent': this.#member.userAgent,
    };
  }
}
