import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { addressOf, type Endpoint, type Input, type Reply } from '#kit/common/contract.ts';
import { uploadFile } from '#kit/common/files/file.contract.ts';
import { getJob, type JobView } from '#kit/common/jobs/job.contract.ts';
import { uploadForm } from '#kit/server/files/upload-form.ts';
import { getVerifyId, login } from '#kit/common/session/session.contract.ts';
import { benchPassword } from './house.ts';

/** Seldom enough that asking does not slow down what is asked about. */
const pollMillis = 100;
const dispatcher = new Agent({ keepAliveTimeout: 60_000, connections: 64, bodyTimeout: 600_000, headersTimeout: 600_000 });

interface Envelope {
  code: number;
  msg: string;
  data: unknown;
}

/** Somebody signed in who calls the product over HTTP. */
export class Client {
  readonly address: string;
  token: string;

  constructor(address: string, token = '') {
    this.address = address;
    this.token = token;
  }

  /** Signs in. */
  static async signIn(address: string, account: string): Promise<Client> {
    const client = new Client(address);
    const { verifyId } = await client.call(getVerifyId, {});
    client.token = (await client.call(login, { account, password: benchPassword, verifyId })).accessToken;
    return client;
  }

  /** The address of a reading call. */
  url<E extends Endpoint>(operation: E, input: Input<E>): string {
    return `${this.address}${addressOf(operation)}?${queryOf(input)}`;
  }

  /** Calls an operation that must succeed. */
  async call<E extends Endpoint>(operation: E, input: Input<E>): Promise<Reply<E>> {
    const reads = operation.method === 'GET';
    return this.#send<Reply<E>>(reads ? this.url(operation, input) : this.address + addressOf(operation), {
      method: operation.method,
      headers: { ...this.headers(), ...(!reads && { 'content-type': 'application/json' }) },
      ...(!reads && { body: JSON.stringify(input) }),
    });
  }

  /** The headers of a call. */
  headers(): Record<string, string> {
    return this.token === '' ? {} : { accesstoken: this.token };
  }

  async #send<T>(url: string, options: { method: string; headers: Record<string, string>; body?: string | Buffer }): Promise<T> {
    const { body } = await request(url, { ...options, dispatcher } as Parameters<typeof request>[1]);
    const answer = (await body.json()) as Envelope;
    if (answer.code !== 0) throw new Error(`${options.method} ${url}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
    return answer.data as T;
  }

  /** Waits for the end of a job that must succeed. */
  async jobEnd(jobId: string): Promise<JobView> {
    for (;;) {
      const job = await this.call(getJob, { id: jobId });
      if (job.state === 'done') return job;
      if (job.state === 'failed' || job.state === 'cancelled') throw new Error(`Job ${job.state}: ${JSON.stringify(job.error)}`);
      await sleep(pollMillis);
    }
  }

  /** Uploads a file for an import and answers its id. */
  async upload(name: string, content: Buffer): Promise<string> {
    // This undici takes a form of its own making only; the platform writes ours out.
    const form = new Response(uploadForm(name, content));
    const { fileId } = await this.#send<Reply<typeof uploadFile>>(`${this.address}${addressOf(uploadFile)}?purpose=import`, {
      method: 'POST',
      headers: { ...this.headers(), 'content-type': form.headers.get('content-type') ?? '' },
      body: Buffer.from(await form.arrayBuffer()),
    });
    return fileId;
  }
}

/** Values as the address of a reading call carries them: lists as repeated keys. */
function queryOf(input: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input ?? {}))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && one !== null) search.append(name, String(one));
  return search.toString();
}
