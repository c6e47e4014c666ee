import { queryOf } from '#kit/common/address.ts';
import { addressOf, type Endpoint, type Input, type Reply } from '#kit/common/contract.ts';
import { downloadFile, uploadFile } from '#kit/common/files/file.contract.ts';
import { getJob } from '#kit/common/jobs/job.contract.ts';
import * as config from '#modules/config-as-code/common/config.contract.ts';

/** What the person at the command line is told. */
export class ConfigError extends Error {}

type PlanWish = Omit<Input<typeof config.configPlan>, 'fileId' | 'bundleId'>;

/** An administrator or a program that calls the product, over HTTP. */
export class ConfigSession {
  readonly #origin: string;
  readonly #token: string;

  private constructor(origin: string, token: string) {
    this.#origin = origin;
    this.#token = token;
  }

  /** Calls with the token of a program, which names what it may do. */
  static withToken(url: string, token: string): ConfigSession {
    return new ConfigSession(new URL(url).origin, token);
  }

  /** Signs in with account and password. */
  static async open(url: string, account: string, password: string): Promise<ConfigSession> {
    const origin = new URL(url).origin;
    const { verifyId } = await answerOf<{ verifyId: string }>(await fetch(`${origin}/api/sysConsole/getVerifyId`));
    const body = JSON.stringify({ account, password, verifyId });
    const headers = { 'content-type': 'application/json', 'accept-language': 'en' };
    const { accessToken } = await answerOf<{ accessToken: string }>(await fetch(`${origin}/api/login`, { method: 'POST', headers, body }));
    return new ConfigSession(origin, accessToken);
  }

  /** Writes areas, all of them unless said, and answers the bundle. */
  async export(areas?: readonly string[]): Promise<Buffer> {
    const chosen = areas ?? (await this.#call(config.areaList, { pageSize: 100 })).list.map(({ area }) => area);
    const { fileId } = await this.#ended<{ fileId: string }>(await this.#call(config.configExport, { areas: [...chosen] }));
    const response = await fetch(this.#url(downloadFile, { fileId }), { headers: this.#headers() });
    if (!response.ok) throw new ConfigError(`The bundle was not handed over: HTTP ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }

  /** Plans a bundle; answers its lines that are not the same, in words. */
  async plan(bytes: Buffer, wish: PlanWish): Promise<{ id: string; counts: Record<string, number>; lines: string[] }> {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/zip' }), 'bundle.zip');
    const address = `${this.#origin}${addressOf(uploadFile)}?purpose=config`;
    const sent = await fetch(address, { method: 'POST', headers: this.#headers(), body: form });
    const { fileId } = await answerOf<{ fileId: string }>(sent);
    const { planId } = await this.#ended<{ planId: string }>(await this.#call(config.configPlan, { ...wish, fileId }));
    const { counts } = await this.#call(config.planGet, { id: planId });
    const lines: string[] = [];
    for (let pageNum = 1, pages = 1; pageNum <= pages; pageNum += 1) {
      const page = await this.#call(config.planItems, {
        planId,
        pageNum,
        pageSize: 1000,
        action: ['create', 'change', 'delete', 'refused'],
      });
      pages = page.pages;
      for (const { action, path, fields, issues } of page.list) {
        const what = issues.length > 0 ? issues.map((issue) => `${issue.path}: ${issue.message}`) : fields.map(({ field }) => field);
        lines.push(`${action.padEnd(8)} ${path} ${what.join(', ')}`);
      }
    }
    return { id: planId, counts: { ...counts } as Record<string, number>, lines };
  }

  /** Applies a plan whose counts are repeated; answers what was done. */
  async apply(input: Input<typeof config.configApply>): Promise<Record<string, number>> {
    const { jobId, counts } = await this.#call(config.configApply, input);
    if (jobId === null) return { ...counts } as Record<string, number>;
    return (await this.#ended<{ counts: Record<string, number> }>({ jobId })).counts;
  }

  async #ended<T>({ jobId }: { jobId: string }): Promise<T> {
    for (;;) {
      const { state, result, error } = await this.#call(getJob, { id: jobId });
      if (state === 'done') return result as T;
      if (state === 'failed' || state === 'cancelled') throw new ConfigError(error ? `${error.code} ${error.message}` : state);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }

  #headers(): Record<string, string> {
    return { accessToken: this.#token, 'accept-language': 'en' };
  }

  #url(operation: Endpoint, input: object): string {
    return this.#origin + addressOf(operation) + (operation.method === 'GET' ? queryOf({ ...input }) : '');
  }

  async #call<E extends Endpoint>(operation: E, input: Input<E>): Promise<Reply<E>> {
    const reads = operation.method === 'GET';
    const response = await fetch(this.#url(operation, input as object), {
      method: operation.method,
      headers: { ...this.#headers(), ...(!reads && { 'content-type': 'application/json' }) },
      ...(!reads && { body: JSON.stringify(input) }),
    });
    return answerOf<Reply<E>>(response);
  }
}

async function answerOf<T>(response: Response): Promise<T> {
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: T };
  if (code !== 0) throw new ConfigError(`${code} ${msg}${data === null ? '' : ` ${JSON.stringify(data)}`}`);
  return data;
}
