import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { OutboundError } from '#platform/outbound/outbound-error.ts';
import type { widgetCheck, widgetStat } from '../common/widget.contract.ts';
import { widgetInRange } from './widget.ts';

const dayMillis = 86_400_000;
type Finding = Reply<typeof widgetCheck>['findings'][number];

/** A widget in the caller's range; 10910, or 10404 for who sees everything. */
async function assertWidget({ db, caller }: Pick<Call, 'db' | 'caller'>, id: string): Promise<void> {
  const range = caller.scope();
  const { rows } = await sql`select from widget where id = ${id}::uuid and ${widgetInRange(range, 'widget.id')}`.execute(db);
  if (rows.length === 0) throw range.all ? notFound() : outOfRange();
}

/** How often a widget was opened and failed, as terminals report it; days without any are left out. */
export async function readWidgetStat(call: Call, { id, days }: Parsed<typeof widgetStat>): Promise<Reply<typeof widgetStat>> {
  await assertWidget(call, id);
  const since = new Date(call.services.now() - (days - 1) * dayMillis).toISOString().slice(0, 10);
  type Sums = { opened: number; failed: number };
  const sums = sql`coalesce(sum(o.opened), 0)::int as opened, coalesce(sum(o.failed), 0)::int as failed`;
  const counted = sql`where o.widget_id = ${id}::uuid and o.day >= ${since}::date`;
  const { rows } = await sql<Sums & { day: string }>`select to_char(o.day, 'YYYY-MM-DD') as day, ${sums} from widget_open o ${counted}
    group by o.day order by o.day`.execute(call.db);
  const { rows: versions } = await sql<
    Sums & { versionId: string; versionName: string }
  >`select v.id as "versionId", v.version_name as "versionName", ${sums}
    from widget_open o join widget_version v on v.id = o.version_id ${counted} group by v.id, v.version_name order by opened desc limit 100`.execute(
    call.db,
  );
  const { rows: whole } = await sql<Sums>`select ${sums} from widget_open o ${counted}`.execute(call.db);
  return { days: rows, versions, ...whole[0]! };
}

interface Addresses {
  kind: string;
  mobileLink: string | null;
  pcLink: string | null;
  badgeLink: string | null;
  dataLink: string | null;
  hasVersion: boolean;
}

/** Asks each address of a widget through the product's one door to other systems; the ticket's place is left empty. */
export async function checkWidget(call: Call, { id }: Parsed<typeof widgetCheck>): Promise<Reply<typeof widgetCheck>> {
  await assertWidget(call, id);
  const { rows } = await sql<Addresses>`select w.kind, w.mobile_link as "mobileLink", w.pc_link as "pcLink", w.badge_link as "badgeLink",
      w.card ->> 'dataLink' as "dataLink", exists (select from widget_version v where v.widget_id = w.id and v.status = 2) as "hasVersion"
    from widget w where w.id = ${id}::uuid`.execute(call.db);
  const row = rows[0]!;
  const findings: Finding[] = [];
  if (row.kind === 'package')
    findings.push({
      field: 'package',
      address: '',
      ok: row.hasVersion,
      status: null,
      reason: row.hasVersion ? '' : 'noVersion',
      millis: 0,
    });
  for (const field of ['mobileLink', 'pcLink', 'badgeLink', 'dataLink'] as const) {
    const address = row[field];
    if (address) findings.push({ field, address, ...(await ask(call, address)) });
  }
  return { findings };
}

async function ask({ services }: Call, address: string): Promise<Pick<Finding, 'ok' | 'status' | 'reason' | 'millis'>> {
  const begun = performance.now();
  const millis = (): number => Math.round(performance.now() - begun);
  try {
    const reply = await services.outbound.fetch(address.replaceAll('{widgetTicket}', ''), {
      timeoutMs: 10_000,
      maxBytes: 1_048_576,
      redirects: 0,
    });
    const { status } = reply;
    await reply.discard();
    // Without a ticket a widget may well refuse: it is there.
    return { ok: status < 500 && status !== 404, status, reason: '', millis: millis() };
  } catch (error) {
    if (error instanceof OutboundError) return { ok: false, status: null, reason: error.category, millis: millis() };
    throw error;
  }
}
