import { PassThrough } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { addressOf, type Endpoint, type Input, type Reply } from '../src/kit/common/contract.ts';
import { queryOf } from '../src/kit/common/address.ts';
import { getJob } from '../src/kit/common/jobs/job.contract.ts';
import { builtinAdminUid } from '../src/kit/server/caller.ts';
import { keepMade, temporary } from '../src/kit/server/files/files.ts';
import * as config from '../src/modules/config-as-code/common/config.contract.ts';
import type { TestProduct } from './product.ts';

/** A bundle of these files, as another version of the product would have written it. */
export async function bundleOf(areas: readonly string[], files: Readonly<Record<string, string>>, version = '0.0.1'): Promise<Buffer> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(`format: 1\nversion: ${version}\nareas: [${areas.join(', ')}]\ncounts: {}\n`), 'manifest.yaml');
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  const stream = new PassThrough();
  zip.outputStream.pipe(stream);
  return buffer(stream);
}

/** The files of a bundle with their texts. */
export async function filesOf(bytes: Buffer): Promise<Map<string, string>> {
  const { fromBufferPromise } = (await import('yauzl')).default;
  const zip = await fromBufferPromise(bytes);
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return files;
}

/** Somebody's calls to a whole product, the administrator's unless said. */
export class ConfigProduct {
  readonly product: TestProduct;
  readonly #who: { uid: string; token: string };

  constructor(product: TestProduct, who = { uid: builtinAdminUid, token: product.admin.token }) {
    this.product = product;
    this.#who = who;
  }

  async ask<E extends Endpoint>(operation: E, input: Input<E>): Promise<{ code: number; msg: string; data: unknown }> {
    const reads = operation.method === 'GET';
    const answer = await this.product.app.inject({
      method: operation.method,
      url: addressOf(operation) + (reads ? queryOf(input as Record<string, unknown>) : ''),
      headers: { accesstoken: this.#who.token, 'accept-language': 'en' },
      ...(!reads && { payload: input as object }),
    });
    return answer.json();
  }

  async call<E extends Endpoint>(operation: E, input: Input<E>): Promise<Reply<E>> {
    const answer = await this.ask(operation, input);
    if (answer.code !== 0) throw new Error(`${operation.path}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
    return operation.reply.parse(answer.data) as Reply<E>;
  }

  /** What a job ended with. */
  async ended<T>({ jobId }: { jobId: string }): Promise<T> {
    for (;;) {
      const job = await this.call(getJob, { id: jobId });
      if (job.state === 'done') return job.result as T;
      if (job.state === 'failed' || job.state === 'cancelled') throw new Error(`${job.error?.code} ${job.error?.message}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** The bytes of an export. */
  async export(areas: string[]): Promise<Buffer> {
    const { bundleId } = await this.ended<{ bundleId: string }>(await this.call(config.configExport, { areas }));
    const { database, services } = this.product;
    const { hash } = await database.db.selectFrom('config_bundle').select('hash').where('id', '=', bundleId).executeTakeFirstOrThrow();
    return buffer(await services.files.open(hash));
  }

  /** A plan of these bytes, with its lines that are not the same. */
  async plan(bytes: Buffer, wish: Partial<Input<typeof config.configPlan>> = {}) {
    const stream = new PassThrough();
    stream.end(bytes);
    const draft = { name: 'bundle.zip', type: 'application/zip', purpose: 'config', owner: this.#who.uid, keepMillis: temporary };
    const file = await keepMade(this.product.services, stream, draft);
    const { planId } = await this.ended<{ planId: string }>(await this.call(config.configPlan, { fileId: file.id, ...wish }));
    const plan = await this.call(config.planGet, { id: planId });
    const action = ['create', 'change', 'delete', 'refused'] as const;
    const { list } = await this.call(config.planItems, { planId, pageSize: 1000, action: [...action] });
    return { ...plan, list };
  }
}
