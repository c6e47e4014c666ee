import { code } from '#kit/common/codes.ts';
import { writeAudit } from '#kit/server/audit/write-audit.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { perProduct } from '#kit/server/per-product.ts';
import { notFound, Overload } from '#kit/server/refusal.ts';
import { countedAddress } from '#kit/server/session/guess-limit.ts';
import { createRateLimit } from '#kit/server/session/rate-limit.ts';
import { loginLogoutForm } from '../../common/login.contract.ts';
import { AnswerRefused } from '../answer-refused.ts';
import { failureOf } from '../failure.ts';
import { toLogin, wayOf } from '../open-way.ts';
import type { SignOutMessage } from '../redirect-way.ts';
import { endLinked } from './end-linked.ts';

/** A provider may end the sessions of a whole house at once; nobody else has so much to say. */
const messagesOf = perProduct(() => createRateLimit({ burst: 600, perSecond: 20, keys: 10_000 }));

/** Another system says that sessions are over, straight or by the browser. Exactly one row of the audit says what came of it. */
export async function receiveMessage(call: Call, sysCode: string, message: SignOutMessage): Promise<void> {
  const { services, caller, db } = call;
  const seconds = messagesOf(services)(countedAddress(caller.address), services.now());
  if (seconds > 0) throw new Overload(seconds);
  const found = await wayOf(call, sysCode);
  if (!found) throw notFound();
  const { way, open, row } = found;
  const byBrowser = message.parameters.has('SAMLRequest');
  caller.note({ way: sysCode });
  try {
    if (!way.ended) throw new AnswerRefused('document');
    const ended = await way.ended(services, open, message);
    await db.transaction().execute(async (tx) => {
      caller.note({ sessions: await endLinked(tx, call, row, ended) });
      await audit(call, tx, code.done);
    });
    // An OpenID provider shows the answer in a frame of its page, which waits for it.
    if (!byBrowser && message.query !== null) call.response.raw.removeHeader('x-frame-options');
    if (!byBrowser) return void call.response.header('cache-control', 'no-store').send({ code: code.done, msg: '', data: null });
    const address = (await ended.answer?.()) ?? '/login';
    void call.response.header('cache-control', 'no-store').redirect(address, 303);
  } catch (error) {
    await refuse(call, { error, byBrowser, way: sysCode });
  }
}

/** The answer to a sign-out that began here. It ends nothing any more, so the browser goes to the login page in any case. */
export async function receiveAnswer(
  call: Call,
  sysCode: string,
  { message, kept }: { message: SignOutMessage; kept: unknown },
): Promise<void> {
  const found = await wayOf(call, sysCode);
  if (!found?.way.signedOut) throw notFound();
  call.caller.note({ way: sysCode });
  try {
    if (kept === undefined) throw new AnswerRefused('state');
    await found.way.signedOut(call.services, found.open, { ...message, kept: kept as Record<string, string> });
    toLogin(call, {});
  } catch (error) {
    await refuse(call, { error, byBrowser: true, way: sysCode });
  }
}

/** Neither a page nor a stack: the reason in a word, and one row of the audit. */
async function refuse(call: Call, { error, byBrowser, way }: { error: unknown; byBrowser: boolean; way: string }): Promise<void> {
  const { services, request, response, caller } = call;
  const refused = error instanceof AnswerRefused ? error : undefined;
  const failure = refused ? undefined : failureOf(error);
  if (failure?.reason === 'protocol') request.log.warn({ err: error }, 'A sign-out from elsewhere failed');
  const reason = refused?.reason ?? failure?.reason ?? 'protocol';
  const answer = refused ? 11024 : code.otherSide;
  caller.note({ why: reason });
  await audit(call, call.db, answer);
  if (byBrowser) return toLogin(call, { kind: way, problem: String(answer), reason });
  const msg = services.texts.text(caller.language, 'sign-in', refused ? `answer.${refused.reason}` : `failure.${reason}`);
  // 400 with `error` is how OpenID providers are told (OpenID Connect Back-Channel Logout 1.0, 2.8).
  void response.code(400).header('cache-control', 'no-store').send({ code: answer, msg, data: { reason }, error: 'invalid_request' });
}

const audit = (call: Call, db: Db, answer: number): Promise<void> =>
  writeAudit(
    db,
    { ...call.caller, operation: 'logout.federated' },
    { path: loginLogoutForm.path, module: 'sign-in', code: answer, durationMs: Math.round(call.response.elapsedTime) },
  );
