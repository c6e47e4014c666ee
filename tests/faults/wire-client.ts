import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, type Endpoint, type Input, type Reply } from '../../src/kit/common/contract.ts';
import { uploadFile } from '../../src/kit/common/files/file.contract.ts';
import { getJob, type JobView } from '../../src/kit/common/jobs/job.contract.ts';
import { uploadForm } from '../../src/kit/server/files/upload-form.ts';
import { getVerifyId, login } from '../../src/kit/common/session/session.contract.ts';
import { employeeImportPreview } from '../../src/modules/people/common/employee-bulk.contract.ts';
import { testPassword } from '../product.ts';
import type { ProductProcess } from './process-product.ts';

/** What came back, whatever it was. */
export interface Answer {
  /** 0 when the connection broke before an answer. */
  status: number;
  code: number;
  msg: string;
  data: unknown;
  retryAfter: string | null;
}

/** Longest that a call may take in any fault: beyond it the test calls it hung. */
const longestCall = 60_000;

/** An administrator at a process of the product; may move to another process with the same session. */
export class WireClient {
  origin: string;
  token = '';

  constructor(at: Pick<ProductProcess, 'origin'>) {
    this.origin = at.origin;
  }

  /** Goes on at another process. */
  at(process: Pick<ProductProcess, 'origin'>): WireClient {
    const moved = new WireClient(process);
    moved.token = this.token;
    return moved;
  }

  /** Signs in; throws what a refusal says. */
  async signIn(account = 'admin', password = testPassword): Promise<this> {
    const { verifyId } = await this.call(getVerifyId, {});
    this.token = (await this.call(login, { account, password, verifyId })).accessToken;
    return this;
  }

  /** Calls an operation and answers whatever came; a broken connection has status 0, a hung call throws. */
  async ask<E extends Endpoint>(operation: E, input: Input<E>): Promise<Answer> {
    const reads = operation.method === 'GET';
    return this.#send(addressOf(operation) + (reads ? `?${queryOf(input)}` : ''), {
      method: operation.method,
      ...(!reads && { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } }),
    });
  }

  /** Calls an operation that must succeed. */
  async call<E extends Endpoint>(operation: E, input: Input<E>): Promise<Reply<E>> {
    return dataOf<Reply<E>>(operation.path, await this.ask(operation, input));
  }

  /** Waits for the end of a job that must succeed. */
  async jobEnd(jobId: string, seconds = 60): Promise<JobView> {
    for (const until = Date.now() + seconds * 1000; ;) {
      const job = await this.call(getJob, { id: jobId });
      if (job.state === 'done') return job;
      if (job.state === 'failed' || job.state === 'cancelled') throw new Error(`Job ${job.state}: ${JSON.stringify(job.error)}`);
      if (Date.now() > until) throw new Error(`The job does not end: ${JSON.stringify(job)}`);
      await sleep(50);
    }
  }

  /** Uploads a file for an import and answers its id. */
  async upload(name: string, content: Buffer): Promise<string> {
    const answer = await this.tryUpload(name, content);
    return dataOf<Reply<typeof uploadFile>>(uploadFile.path, answer).fileId;
  }

  /** Uploads a file and answers whatever came. */
  async tryUpload(name: string, content: Buffer): Promise<Answer> {
    return this.#send(`${addressOf(uploadFile)}?purpose=import`, { method: 'POST', body: uploadForm(name, content) });
  }

  /** The plan that an import's reading ended with. */
  async planOf(fileId: string): Promise<string> {
    const { jobId } = await this.call(employeeImportPreview, { fileId });
    return planIdOf(await this.jobEnd(jobId));
  }

  async #send(address: string, init: RequestInit): Promise<Answer> {
    const headers = { accessToken: this.token, 'accept-language': 'en_US', ...init.headers };
    const signal = AbortSignal.timeout(longestCall);
    try {
      const response = await fetch(this.origin + address, { ...init, headers, signal });
      const text = await response.text();
      // An answer that is no envelope would be a stack or a proxy's page: the test sees it whole.
      const body = JSON.parse(text) as Pick<Answer, 'code' | 'msg' | 'data'>;
      return { status: response.status, retryAfter: response.headers.get('retry-after'), code: body.code, msg: body.msg, data: body.data };
    } catch (error) {
      if (signal.aborted || error instanceof SyntaxError) throw error;
      return { status: 0, code: -1, msg: String(error), data: null, retryAfter: null };
    }
  }
}

/** The plan in the result of an import's reading. */
export function planIdOf({ result }: Pick<JobView, 'result'>): string {
  if (typeof result !== 'object' || result === null || !('planId' in result)) throw new Error('The import ended without a plan');
  return String(result['planId']);
}

function dataOf<T>(path: string, answer: Answer): T {
  if (answer.code !== 0) throw new Error(`${path}: ${answer.status} ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
  return answer.data as T;
}

function queryOf(input: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input ?? {}))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && one !== null) search.append(name, String(one));
  return search.toString();
}
