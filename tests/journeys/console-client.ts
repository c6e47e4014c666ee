import type { FastifyInstance } from 'fastify';
import { addressOf, type Endpoint, type Input, type Reply } from '../../src/kit/common/contract.ts';
import { employeeImportPreview } from '../../src/modules/people/common/employee-bulk.contract.ts';
import { uploadFile } from '../../src/kit/common/files/file.contract.ts';
import { uploadForm } from '../../src/kit/server/files/upload-form.ts';
import { unfilledIn } from '../conformance/unfilled.ts';
import { getJob, type JobView } from '../../src/kit/common/jobs/job.contract.ts';

/** What came back, whatever it was. */
export interface Answer {
  status: number;
  code: number;
  msg: string;
  data: unknown;
}

/** A signed-in administrator who calls the product as the console does. */
export class ConsoleClient {
  readonly app: FastifyInstance;
  token: string;

  constructor(app: FastifyInstance, token: string) {
    this.app = app;
    this.token = token;
  }

  /** Calls an operation and answers the envelope, also that of a refusal. */
  async ask<E extends Endpoint>(operation: E, input: Input<E>): Promise<Answer> {
    const reads = operation.method === 'GET';
    const isForm = operation.encoding === 'form';
    const answer = await this.app.inject({
      method: operation.method,
      url: addressOf(operation) + (reads ? `?${queryOf(input)}` : ''),
      headers: { accesstoken: this.token, ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(!reads && { payload: isForm ? queryOf(input) : (input as object) }),
    });
    const envelope = answer.json<Omit<Answer, 'status'>>();
    const unfilled = unfilledIn(envelope);
    if (unfilled !== undefined) throw new Error(`${operation.path} answers a text with an empty place: ${unfilled}`);
    return { status: answer.statusCode, ...envelope };
  }

  /** Calls an operation that must succeed. */
  async call<E extends Endpoint>(operation: E, input: Input<E>): Promise<Reply<E>> {
    const answer = await this.ask(operation, input);
    if (answer.code !== 0) throw new Error(`${operation.path}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
    return answer.data as Reply<E>;
  }

  /** Waits for the end of a job that must succeed. */
  async jobEnd(jobId: string): Promise<JobView> {
    for (;;) {
      const job = await this.call(getJob, { id: jobId });
      if (job.state === 'done') return job;
      if (job.state === 'failed' || job.state === 'cancelled') throw new Error(`Job ${job.state}: ${JSON.stringify(job.error)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Uploads a file for an import and answers its id. */
  async upload(name: string, content: Buffer): Promise<string> {
    const answer = await this.app.inject({
      method: 'POST',
      url: `${addressOf(uploadFile)}?purpose=import`,
      headers: { accesstoken: this.token },
      payload: uploadForm(name, content),
    });
    const { code, data, msg } = answer.json<{ code: number; msg: string; data: Reply<typeof uploadFile> }>();
    if (code !== 0) throw new Error(`${uploadFile.path}: ${code} ${msg}`);
    return data.fileId;
  }

  /** Reads a file of people into a plan and answers the plan's id. */
  async planOf(fileId: string): Promise<string> {
    const { jobId } = await this.call(employeeImportPreview, { fileId });
    return idIn((await this.jobEnd(jobId)).result, 'planId');
  }
}

/** An id that the result of a job must name. */
export function idIn(result: unknown, name: string): string {
  const value: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, name) : undefined;
  if (typeof value !== 'string') throw new Error(`The job ended without ${name}: ${JSON.stringify(result)}`);
  return value;
}

function queryOf(input: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input ?? {}))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && one !== null) search.append(name, String(one));
  return search.toString();
}
