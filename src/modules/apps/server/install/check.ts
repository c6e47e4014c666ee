import { sql } from 'kysely';
import { parse } from 'plist';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { OutboundError } from '#platform/outbound/outbound-error.ts';
import { onShelf, type appCheck, type InstallFinding } from '../../common/app.contract.ts';
import { findApp } from '../known-app.ts';
import { downloadMillis, originOf, packageName, tokenOf } from './token.ts';

const apple = 1;
const harmony = 8;
const types: Readonly<Record<string, string>> = { 'app.apk': 'application/vnd.android.package-archive' };

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly range: string;
  readonly body: string;
  readonly failure: string;
  readonly millis: number;
}

/** Fetches under the public address what a phone would fetch to install the newest version on shelf, and says which step fails. */
export async function checkInstalling(call: Call, { id, platform }: Parsed<typeof appCheck>): Promise<Reply<typeof appCheck>> {
  const { db, caller, services, request } = call;
  await findApp(db, caller, id);
  const origin = originOf(services, `${request.protocol}://${request.host}`);
  const isSafe = origin.startsWith('https:');
  const asksSafe = platform === apple || platform === harmony;
  const steps: InstallFinding[] = [step('https', isSafe || !asksSafe, isSafe ? '' : 'plain')];
  const { rows } = await sql<{
    id: string;
    kind: string | null;
    store: string | null;
  }>`select id, facts ->> 'kind' as kind, store_url as store
    from app_version where app_id = ${id}::uuid and platform = ${platform} and status = ${onShelf} and bad_reason is null
    order by build_key desc limit 1`.execute(db);
  const [version] = rows;
  if (!version) return { address: origin, steps: [...steps, step('address', false, 'noVersion')] };
  const base = `${origin}/d/${tokenOf(services, { kind: 'd', id: version.id, until: services.now() + downloadMillis })}`;
  const name = packageName(version.kind);
  const address = version.store ?? `${base}/${name}`;
  const answer = await ask(call, address, version.store === null);
  steps.push(
    step(
      'address',
      answer.failure === '' && answer.status < 400,
      answer.failure || (answer.status < 400 ? '' : String(answer.status)),
      answer.millis,
    ),
  );
  if (answer.failure !== '' || version.store !== null) return { address, steps };
  if (version.kind === 'ipa') steps.push(await manifestStep(call, base));
  steps.push(
    step('range', answer.status === 206 && answer.range.startsWith('bytes 0-3/'), answer.status === 206 ? '' : String(answer.status)),
  );
  const expected = types[name] ?? 'application/octet-stream';
  steps.push(step('type', answer.type === expected, answer.type === expected ? '' : answer.type));
  return { address, steps };
}

const step = (name: InstallFinding['step'], ok: boolean, reason: string, millis = 0): InstallFinding => ({
  step: name,
  ok,
  reason,
  millis,
});

/** The manifest is there and names a package. */
async function manifestStep(call: Call, base: string): Promise<InstallFinding> {
  const { failure, status, body, millis } = await ask(call, `${base}/manifest.plist`, false);
  if (failure !== '' || status !== 200) return step('manifest', false, failure || String(status), millis);
  try {
    const ok = JSON.stringify(parse(body)).includes('/app.ipa');
    return step('manifest', ok, ok ? '' : 'content', millis);
  } catch {
    return step('manifest', false, 'content', millis);
  }
}

async function ask({ services }: Call, address: string, part: boolean): Promise<Answer> {
  const begun = performance.now();
  const millis = (): number => Math.round(performance.now() - begun);
  try {
    const reply = await services.outbound.fetch(address, {
      timeoutMs: 10_000,
      maxBytes: 65_536,
      redirects: 0,
      ...(part && { headers: { range: 'bytes=0-3' } }),
    });
    const [type, range] = [reply.headers['content-type'], reply.headers['content-range']].map((one) => String(one ?? ''));
    const isSmall = reply.status === 206 || !part;
    const body = isSmall ? await reply.text() : '';
    if (!isSmall) await reply.discard();
    return { status: reply.status, type: type!.split(';')[0]!, range: range!, body, failure: '', millis: millis() };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { status: 0, type: '', range: '', body: '', failure: error.category, millis: millis() };
  }
}
