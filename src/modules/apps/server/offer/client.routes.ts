import { sql } from 'kysely';
import { pick } from '#kit/common/language.ts';
import { membershipOf } from '#kit/server/audience/audience.ts';
import { handleClient, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { directory } from '#modules/people/server/public.ts';
import { clientReport, clientUpgradeCheck } from '../../common/client.contract.ts';
import { downloadMillis, originOf, packageName, tokenOf } from '../install/token.ts';
import { buildKeyOf } from '../version/build-key.ts';
import { keptOffers } from './stored-offers.ts';
import { decideOffer, type Asking, type Candidate, type OfferedApp, type SeenTerminal } from './offer.ts';
import { takeEvents } from './events.ts';
import { noteTerminal, seenMillis } from './seen.ts';

const nextCheck = 15 * 60;
const nothing = {
  action: 'none' as const,
  version: null,
  notes: '',
  size: 0,
  sha256: '',
  address: '',
  manifest: '',
  deadline: null,
  remindHours: 0,
  nextCheck,
};

/** By what a terminal is known here: its proven key. */
const deviceOf = ({ terminal }: ClientCall): string => terminal.thumbprint ?? terminal.installId;

/** What terminals ask about versions, and what they report. */
export const offerClientRoutes: readonly BoundClientRoute[] = [
  handleClient(clientUpgradeCheck, async (call, input) => {
    const { terminal, services, db } = call;
    const deviceId = deviceOf(call);
    const uid = terminal.session?.uid;
    const asking: Asking = {
      deviceId,
      platform: terminal.platform,
      buildNo: String(terminal.buildNo),
      channel: input.channel,
      system: input.system,
      membership: uid === undefined ? null : await membershipOf(db, directory, uid),
      now: services.now(),
    };
    const found = await keptOffers(services, { appKey: terminal.appKey, platform: terminal.platform, deviceId });
    if (!found) return nothing;
    if (isNews(found.seen, asking, { uid, now: services.now() }))
      await noteTerminal(db, {
        ...asking,
        appId: found.app.id,
        uid: uid ?? null,
        model: input.model,
        canSilent: input.canSilent === 1,
        now: services.now(),
      });
    return answerOf(call, found, { asking, canSilent: input.canSilent === 1, now: services.now() });
  }),
  handleClient(clientReport, async (call, { events }) => ({
    accepted: await takeEvents(call.db, {
      events,
      deviceId: deviceOf(call),
      proven: call.terminal.thumbprint !== null,
      uid: call.terminal.session?.uid ?? null,
      now: call.services.now(),
    }),
  })),
];

/** Whether something of a terminal is to be written down: it is new or changed, or a quarter of an hour has gone by. */
const isNews = (seen: SeenTerminal | null, asking: Asking, { uid, now }: { uid: string | undefined; now: number }): boolean =>
  seen === null ||
  seen.buildNo !== asking.buildNo ||
  seen.channel !== asking.channel ||
  seen.system !== asking.system ||
  (uid !== undefined && seen.employeeId !== uid) ||
  now - seen.lastSeen >= seenMillis;

type Found = { app: OfferedApp; candidates: readonly Candidate[] };

/** The answer of the highest version that is offered; else that one is held which was offered and stands still. */
async function answerOf(
  call: ClientCall,
  { app, candidates }: Found,
  { asking, canSilent, now }: { asking: Asking; canSilent: boolean; now: number },
) {
  const minimum = app.minimums.find(({ platform }) => platform === asking.platform);
  const isUnder = minimum !== undefined && buildKeyOf(asking.buildNo) < minimum.buildKey;
  const deadline = isUnder ? minimum.at : null;
  const isForced = isUnder && minimum.at <= now;
  for (const version of candidates) {
    const verdict = decideOffer(app, version, asking);
    if (verdict.hold) {
      await mark(call, version, 'held');
      return { ...nothing, action: 'hold' as const, version: shown(version), deadline };
    }
    if (!verdict.offered) continue;
    await mark(call, version, 'offered');
    const mode =
      isForced || (version.mode === 'forced' && minimum === undefined)
        ? 'forced'
        : version.mode === 'silent' && canSilent
          ? 'silent'
          : 'prompt';
    return { ...offerOf(call, version, now), action: mode as 'forced' | 'silent' | 'prompt', deadline, remindHours: version.remindHours };
  }
  return { ...nothing, action: isForced ? ('blocked' as const) : ('none' as const), deadline };
}

const shown = ({ id, versionName, buildNo }: Candidate) => ({ id, versionName, buildNo });

function offerOf({ services, caller, request }: ClientCall, version: Candidate, now: number) {
  const origin = originOf(services, `${request.protocol}://${request.host}`);
  const token = tokenOf(services, { kind: 'd', id: version.id, until: now + downloadMillis });
  const address = version.storeUrl ?? `${origin}/d/${token}/${packageName(version.kind)}`;
  return {
    ...nothing,
    version: shown(version),
    notes: version.notes ? pick(version.notes, caller.language) : '',
    size: version.size ?? 0,
    sha256: version.sha256 ?? '',
    address,
    manifest: version.kind === 'ipa' ? `${origin}/d/${token}/manifest.plist` : '',
  };
}

/** Remembers that a version was offered to this terminal, or held; what went further stays. */
async function mark(call: ClientCall, { id: versionId, offered, offeredSeen }: Candidate, state: 'offered' | 'held'): Promise<void> {
  const now = call.services.now();
  const isFurther = state === 'offered' && offered !== null && offered !== 'held';
  if ((isFurther || offered === state) && offeredSeen !== null && now - offeredSeen < seenMillis) return;
  await sql`insert into version_offer as o (version_id, device_id, employee_id, proven, state, offered_at, last_seen)
    values (${versionId}::uuid, ${deviceOf(call)}, ${call.terminal.session?.uid ?? null}, ${call.terminal.thumbprint !== null}, ${state}, ${now}, ${now})
    on conflict (version_id, device_id) do update set last_seen = ${now}, employee_id = coalesce(excluded.employee_id, o.employee_id),
      state = case when ${state} = 'held' and o.state in ('offered', 'downloading', 'downloaded', 'installing') then 'held'
        when ${state} = 'offered' and o.state = 'held' then case when o.downloaded_at is null then 'offered' else 'downloaded' end else o.state end
    where o.last_seen < ${now - seenMillis} or o.state <> ${state}`.execute(call.db);
}
