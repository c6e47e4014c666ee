import { sql } from 'kysely';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import type { AudienceRow } from '#kit/common/audience.ts';
import { decideAudience, membershipOf } from '#kit/server/audience/audience.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { sendFile } from '#kit/server/files/send-file.ts';
import { notFound } from '#kit/server/refusal.ts';
import { buildKeyOf } from '#modules/apps/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import * as contract from '../common/client.contract.ts';
import './tests.table.ts';

interface Offered {
  id: string;
  name: string;
  what: LocalDraft | null;
  until: number;
  testers: AudienceRow[];
  versionId: string;
  versionName: string;
  buildNo: string;
  notes: LocalDraft | null;
  size: number | null;
  sha256: string | null;
  storeUrl: string | null;
  buildKey: string;
  file: { hash: string; name: string; type: string; size: number } | null;
}

/** Tests that run, of the app and platform that call, whose testers the person is among. */
async function ownTests(call: ClientCall): Promise<Offered[]> {
  const { db, terminal, services } = call;
  const { rows } = await sql<Offered>`select t.id, t.name, t.what, t.until, t.testers, v.id as "versionId", v.version_name as "versionName",
      v.build_no as "buildNo", v.notes, (v.facts ->> 'size')::bigint as size, v.facts ->> 'sha256' as sha256, v.store_url as "storeUrl", v.build_key as "buildKey",
      case when f.id is null then null else jsonb_build_object('hash', f.hash, 'name', f.name, 'type', f.type, 'size', f.size) end as file
    from test_release t join app a on a.id = t.app_id join app_version v on v.id = t.version_id left join file f on f.id = v.file_id
    where lower(a.app_key) = ${terminal.appKey.toLowerCase()} and v.platform = ${terminal.platform} and v.bad_reason is null
      and t.ended_at is null and t.until > ${services.now()} order by v.build_key desc, t.id`.execute(db);
  if (rows.length === 0) return [];
  const membership = await membershipOf(db, directory, sessionOf(call).uid);
  return rows.filter(({ testers }) => decideAudience(testers, membership).included);
}

/** Builds that testers get at their terminals. */
export const testClientRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.clientTestList, async (call) => {
    const here = buildKeyOf(String(call.terminal.buildNo));
    const said = (text: LocalDraft | null): string => (text ? pick(text, call.caller.language) : '');
    const list = (await ownTests(call)).filter(({ buildKey }) => buildKey > here);
    return {
      list: list.map((one) => ({
        id: one.id,
        name: one.name,
        what: said(one.what),
        until: Number(one.until),
        version: { id: one.versionId, versionName: one.versionName, buildNo: one.buildNo },
        notes: said(one.notes),
        size: Number(one.size ?? 0),
        sha256: one.sha256 ?? '',
        storeUrl: one.storeUrl,
      })),
    };
  }),
  handleClient(contract.clientTestPackage, async (call, { id }) => {
    const file = (await ownTests(call)).find((one) => one.id === id)?.file;
    if (!file) throw notFound();
    await sendFile(call.services.files, file, call.request, call.response);
    return undefined;
  }),
];
